/** Metrics and health of a coordinator, and the HTTP server that publishes them. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.metrics;
