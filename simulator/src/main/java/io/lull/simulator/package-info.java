/** Replays availability traces and workload logs with the very policies that run live. */
@org.jspecify.annotations.NullMarked
package io.lull.simulator;
