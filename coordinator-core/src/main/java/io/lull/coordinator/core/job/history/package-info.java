/** Records of a job's changes, and the forecast of the next change from them. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.history;
