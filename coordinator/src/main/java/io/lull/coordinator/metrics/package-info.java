/** Metrics and health of a coordinator, and the HTTP server that shows them. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.metrics;
