/** The job machine: takes events, resolves transitions and is the only one to enter a phase. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.machine;
