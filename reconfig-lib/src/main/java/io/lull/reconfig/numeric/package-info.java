/** Sums and reductions whose bits do not depend on who computes which part, and in what order. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.numeric;
