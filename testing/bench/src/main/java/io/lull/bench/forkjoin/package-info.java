/** Measures fork-join programs on one worker, beside the same loops in C. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.forkjoin;
