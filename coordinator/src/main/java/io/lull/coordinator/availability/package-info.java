/** Availability of nodes over time: pure functions of their state changes. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.availability;
