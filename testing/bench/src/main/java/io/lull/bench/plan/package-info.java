/** Measures planning time on a grid of thousands of nodes. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.plan;
