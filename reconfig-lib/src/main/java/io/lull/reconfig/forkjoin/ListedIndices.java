package io.lull.reconfig.forkjoin;

/**
 * An array of which each iteration of a loop reads what a list of its own names.
 *
 * @param lists one for each iteration
 */
record ListedIndices(SharedArray array, IndexLists lists) {}
