/** The ways in which a job ends. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.ending;
