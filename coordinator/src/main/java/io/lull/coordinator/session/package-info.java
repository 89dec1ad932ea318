/** Agents' gRPC streams: reports in, orders out, both bounded. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.session;
