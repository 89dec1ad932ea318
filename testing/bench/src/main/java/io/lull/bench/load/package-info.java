/** Measures how many reports and orders a coordinator handles per second. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.load;
