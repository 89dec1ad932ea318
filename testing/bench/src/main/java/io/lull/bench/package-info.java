/** Benchmarks, each beside a peer or a limit measured in the same run. */
@org.jspecify.annotations.NullMarked
package io.lull.bench;
