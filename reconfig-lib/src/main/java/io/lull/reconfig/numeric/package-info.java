/** Sums whose bits do not depend on the order or grouping of the summands. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.numeric;
