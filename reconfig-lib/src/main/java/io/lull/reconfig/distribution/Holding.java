package io.lull.reconfig.distribution;

import java.util.List;

/**
 * Data that exists before a change: what one rank of the old distribution owned, and who can give
 * it now.
 *
 * @param rank of the old distribution
 * @param holder the worker that has it, in memory or as a file
 * @param regions one for each grid
 */
public record Holding(int rank, String holder, List<Region> regions) {}
