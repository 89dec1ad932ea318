/** Takes generations: their schedule, pieces, second copies and parities. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.checkpoint;
