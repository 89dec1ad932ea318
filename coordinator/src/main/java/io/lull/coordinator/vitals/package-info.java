/**
 * How this member of the grid's coordinators fares: what its parts tell of themselves, and what
 * those who look on from outside are shown of it, as metrics and as health.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.vitals;
