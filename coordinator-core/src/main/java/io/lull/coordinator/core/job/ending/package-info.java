/** Ends a job: finished, failed or cancelled; stores its outputs and logs. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.ending;
