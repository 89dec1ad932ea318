package io.lull.reconfig.distribution;

/**
 * A worker that is to be in the new distribution.
 *
 * @param worker its name
 * @param weight its share of the cells is in proportion to it
 */
public record Part(String worker, double weight) {}
