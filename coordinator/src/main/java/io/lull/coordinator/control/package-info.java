/** The control loop: the thread that runs the rounds, its log and its metrics. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.control;
