/** Simulated nodes, many in one process, as load for a coordinator. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.fleet;
