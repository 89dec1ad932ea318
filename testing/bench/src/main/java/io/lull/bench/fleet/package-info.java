/** Nodes without machines, many in one process, and what they show of a coordinator. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.fleet;
