/**
 * The author API of fork-join programs: parallel loops over shared arrays, on workers that come and
 * go between two loops.
 */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.forkjoin;
