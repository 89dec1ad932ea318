/**
 * A job as values: its phase, workers, generations, targets and history, its events and effects.
 * The packages below it hold the pure state machine: a job and an event in, the new job and its
 * orders out.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job;
