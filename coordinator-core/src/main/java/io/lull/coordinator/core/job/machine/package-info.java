/** The job machine: takes events, resolves transitions, and alone enters phases. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.machine;
