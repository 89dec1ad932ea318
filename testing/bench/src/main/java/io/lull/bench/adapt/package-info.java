/** Measures how a job follows nodes that become slower or faster. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.adapt;
