package io.lull.simulator.world;

import io.lull.agent.core.settings.Settings;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.protocol.wire.StartWorker;
import io.lull.simulator.job.JobPace;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * What a simulated grid is made of.
 *
 * @param seed of everything that chance decides
 * @param beginningMillis when it begins, by all clocks, in epoch milliseconds
 * @param coordinators of which one leads
 * @param owners what the owner of each node allows
 * @param longestDelay of a message; most take much less
 * @param roundAfter a coordinator takes what arrives within this time in one round
 * @param past what the coordinators know of the nodes from before the time that it begins, in epoch
 *     milliseconds
 * @param paces how fast a program is that such an order starts
 * @param steps is told what jobs go through
 */
public record GridSetup(
    long seed,
    long beginningMillis,
    int coordinators,
    int nodes,
    Settings owners,
    Duration longestDelay,
    Duration roundAfter,
    LongFunction<NodeHistory> past,
    Function<StartWorker, JobPace> paces,
    Steps steps) {
  /** 2026-01-05T00:00Z, a Monday, where it does not matter when a grid begins. */
  public static final long SOME_MONDAY_MILLIS = 1_767_571_200_000L;

  /** Is told of each job that took an event and is not as it was. */
  public interface Steps {
    /** Ignores everything. */
    Steps NOTHING = (_, _, _) -> {};

    /**
     * @param millis since the beginning
     */
    void stepped(Job before, Job after, long millis);
  }
}
