package io.lull.coordinator.core.control;

import java.time.Duration;
import java.util.Optional;

/**
 * Decides when the next plan is made: at once when a node has changed, as an owner may wait for it;
 * when only jobs have, planning may take a tenth of the time, so that a stream of submissions to a
 * large grid is not held up by a plan for each. Used by the control loop's thread alone.
 */
final class PlanPace {
  /** For so many times as long as the last plan took, jobs' changes wait for the next. */
  private static final int REST = 9;

  private static final Duration LONGEST_REST = Duration.ofMillis(100);

  private boolean wanted;
  private long begunNanos;
  private long restedNanos;
  private Optional<Duration> taken = Optional.empty();

  PlanPace(long nowNanos) {
    this.begunNanos = nowNanos;
    this.restedNanos = nowNanos;
  }

  /** Whether a plan is to be made now; what is put off is remembered. */
  boolean due(boolean jobsChanged, boolean nodesChanged, long nowNanos) {
    wanted |= jobsChanged;
    // What only the passing of time changes can wait for a moment.
    return nodesChanged
        || (wanted && nowNanos - restedNanos >= 0)
        || nowNanos - begunNanos >= Timings.PLAN.toNanos();
  }

  void planned(long beginNanos, long endNanos) {
    final long nanos = endNanos - beginNanos;
    wanted = false;
    begunNanos = beginNanos;
    restedNanos = endNanos + Math.min(REST * nanos, LONGEST_REST.toNanos());
    taken = Optional.of(Duration.ofNanos(nanos));
  }

  /** How long to wait for what was put off, at most as long as given. */
  long restNanos(long nowNanos, long mostNanos) {
    return wanted ? Math.clamp(restedNanos - nowNanos, 0, mostNanos) : mostNanos;
  }

  /** How long the plan took that was made since the last call, if one was. */
  Optional<Duration> takeTime() {
    final Optional<Duration> latest = taken;
    taken = Optional.empty();
    return latest;
  }
}
