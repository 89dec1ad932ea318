/** Logs and descriptions of parallel jobs: the demand of a simulated cluster. */
@org.jspecify.annotations.NullMarked
package io.lull.simulator.workload;
