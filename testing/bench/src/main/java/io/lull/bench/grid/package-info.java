/** Programs of Lull as users start them, for benchmarks that need complete ones. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.grid;
