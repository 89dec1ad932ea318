/** How many nodes were to be had, over time: a pure function of when each changed its state. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.availability;
