/** The records of a job's changes and what they let expect of the next one. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.history;
