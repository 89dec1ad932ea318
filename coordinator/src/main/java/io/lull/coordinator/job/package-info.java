/**
 * Job control as a pure state machine: a job and an event go in, the job as it is now and the
 * orders to be sent come out.
 */
@org.jspecify.annotations.NullMarked
package io.lull.coordinator.job;
