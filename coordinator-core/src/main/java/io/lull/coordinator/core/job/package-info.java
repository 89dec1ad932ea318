/**
 * A job as values: its phase, workers, generations, wishes and history, the events that it takes
 * and the orders that follow. The packages below it hold the state machine over them, which is
 * pure: a job and an event go in, the job as it is now and its orders come out.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.core.job;
