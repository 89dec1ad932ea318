/** Deals the tasks of a bag and takes their results. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.bag;
