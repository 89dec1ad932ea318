/**
 * The control loop: one thread that hears the nodes and the users, leads the jobs by the pure job
 * control, stores what changed, and only then lets the effects out.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.control;
