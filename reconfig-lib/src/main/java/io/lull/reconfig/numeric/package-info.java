/** Sums whose bits do not depend on the order or the grouping of what is added. */
@org.jspecify.annotations.NullMarked
package io.lull.reconfig.numeric;
