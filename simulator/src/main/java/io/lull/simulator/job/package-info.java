/** A model of a job's workers and of the agents under them, without data and processes. */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.job;
