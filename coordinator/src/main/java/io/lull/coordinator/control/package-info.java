/** The thread that runs the rounds, what it logs and counts, and how others ask it. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.control;
