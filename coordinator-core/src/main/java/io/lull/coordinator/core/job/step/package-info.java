/** Shared by all handlers: the working copy of a job, transitions, orders and safe points. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.step;
