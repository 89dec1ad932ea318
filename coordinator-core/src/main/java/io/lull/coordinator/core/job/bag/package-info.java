/** Assigns the tasks of a bag to workers and collects their results. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.bag;
