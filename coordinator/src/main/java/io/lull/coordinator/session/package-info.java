/** Agents' gRPC streams: reports in, orders out, both with bounds. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.session;
