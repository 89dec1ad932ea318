/** Recovers a job from a lost configuration: chooses the pieces that the next one starts from. */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job.recovery;
