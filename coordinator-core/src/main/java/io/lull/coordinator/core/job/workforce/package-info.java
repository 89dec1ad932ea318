/** Handles workers that fail to start, end, or are lost with their nodes. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.workforce;
