/**
 * The control loop: the thread that runs the control rounds, its bounded queue, its log and
 * metrics.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.control;
