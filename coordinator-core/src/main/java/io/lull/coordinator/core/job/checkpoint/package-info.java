/** Takes generations: their schedule, their pieces, second copies and parities. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.checkpoint;
