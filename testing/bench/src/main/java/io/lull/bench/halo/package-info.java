/** Measures small and large messages between two workers, beside raw sockets and other systems. */
@org.jspecify.annotations.NullMarked
package io.lull.bench.halo;
