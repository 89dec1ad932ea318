package io.lull.reconfig.forkjoin;

/**
 * An array of which each iteration of a loop reads what a list of its own names.
 *
 * @param lists a row for each iteration: how many indices follow, and these
 */
record ListedIndices(SharedArray array, IntArray lists) {}
