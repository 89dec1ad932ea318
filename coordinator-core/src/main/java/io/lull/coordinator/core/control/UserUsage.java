package io.lull.coordinator.core.control;

import io.lull.coordinator.core.dispatch.SharingInputs;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.UsageStore;
import io.lull.protocol.records.UsageRecord;
import io.lull.protocol.time.Clock;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.habit.StayCurve;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Each user's recent use of the grid, in node-seconds; used by the control loop's thread alone. Use
 * counts half as much after each half-life, as in HTCondor's effective user priority.
 */
final class UserUsage {
  static final Duration HALF_LIFE = Duration.ofDays(1);

  /** What is less counts no more, and is forgotten. */
  private static final double LEAST_NODE_SECONDS = 1;

  /** A longer pause is this process's own, or a clock that was set: nobody is charged for it. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private static final Duration STORE_EVERY = Duration.ofMinutes(1);

  private final UsageStore store;
  private final MonthlyUse months;
  private final Supplier<SharingTerms> terms;
  private final Clock clock;
  private final Map<String, Double> nodeSeconds = new HashMap<>();
  private long countedNanos;
  private long storedNanos;

  /**
   * @param months is told the same, as it was, for accounts
   */
  UserUsage(UsageStore store, MonthlyUse months, Supplier<SharingTerms> terms, Clock clock) {
    this.store = store;
    this.months = months;
    this.terms = terms;
    this.clock = clock;
    this.countedNanos = clock.nanos();
    this.storedNanos = countedNanos;
    final long now = clock.epochMillis();
    store
        .all()
        .forEach((user, record) ->
            nodeSeconds.put(
                user,
                record.getNodeSeconds()
                    * decay(Duration.ofMillis(Math.max(0, now - record.getAt())))));
  }

  /** Charges users for the nodes that their jobs have had since the last call. */
  void count(Collection<Job> jobs) {
    final Duration past = Duration.ofNanos(clock.nanos() - countedNanos);
    if (past.compareTo(Timings.USAGE) < 0) {
      return;
    }
    countedNanos = clock.nanos();
    final double decay = decay(past);
    nodeSeconds.replaceAll((_, seconds) -> seconds * decay);
    if (past.compareTo(LONGEST_PAUSE) <= 0) {
      final double seconds = past.toNanos() / 1e9;
      for (final Job job : jobs) {
        final int nodes = job.ended() ? 0 : job.placed().nodes().size();
        if (nodes > 0) {
          nodeSeconds.merge(job.terms().user(), nodes * seconds, Double::sum);
          months.add(job.terms().user(), nodes * seconds);
        }
      }
    }
  }

  private static double decay(Duration past) {
    return Math.pow(0.5, (double) past.toMillis() / HALF_LIFE.toMillis());
  }

  /**
   * What the next plan goes by.
   *
   * @param stays for how long each node is likely to stay idle
   * @param costs of changes
   */
  SharingInputs sharing(Map<String, StayCurve> stays, ChangeCosts costs) {
    return new SharingInputs(terms.get(), nodeSeconds, stays, costs);
  }

  /** Writes it, now and then. */
  void store() {
    if (clock.nanos() - storedNanos >= STORE_EVERY.toNanos()) {
      storeEverything();
    }
  }

  void storeEverything() {
    final long now = clock.epochMillis();
    for (final Map.Entry<String, Double> each : List.copyOf(nodeSeconds.entrySet())) {
      if (each.getValue() < LEAST_NODE_SECONDS) {
        store.remove(each.getKey());
        nodeSeconds.remove(each.getKey());
      } else {
        store.put(
            each.getKey(),
            UsageRecord.newBuilder().setNodeSeconds(each.getValue()).setAt(now).build());
      }
    }
    months.store();
    storedNanos = clock.nanos();
  }
}
