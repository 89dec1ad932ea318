package io.lull.reconfig.forkjoin;

/** An index of an array whose elements all iterations of a loop read. */
record FetchedIndex(SharedArray array, long index) {}
