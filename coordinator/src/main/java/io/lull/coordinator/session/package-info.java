/** Agents' gRPC streams: reports in, orders out, each within its bounds. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.session;
