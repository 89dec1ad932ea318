package io.lull.coordinator.availability;

import io.lull.coordinator.core.store.NodeArchive.Stretch;
import io.lull.coordinator.core.store.NodeDay;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.protocol.model.NodeState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Time-weighted means of how many nodes were in which use.
 *
 * @param buckets of equal length, but for the last, which ends now
 * @param byHourOfWeek for each hour of the week, from Monday's first: which part of the nodes jobs
 *     had or could have had; NaN for hours of which nothing is known
 */
public record Availability(List<Bucket> buckets, List<Double> byHourOfWeek) {
  public static final int HOURS_A_WEEK = 7 * 24;

  private static final int HOURS_A_DAY = 24;

  public Availability {
    buckets = List.copyOf(buckets);
    byHourOfWeek = List.copyOf(byHourOfWeek);
  }

  /** Mean numbers of nodes from a moment on. */
  public record Bucket(long atMillis, Map<NodeUse, Double> nodes) {
    public Bucket {
      nodes = Collections.unmodifiableMap(new EnumMap<>(nodes));
    }

    public double of(NodeUse use) {
      return nodes.getOrDefault(use, 0.0);
    }
  }

  /**
   * A stretch of time.
   *
   * @param bucket not longer than the whole
   */
  public record Window(long fromMillis, long untilMillis, Duration bucket) {
    public Window {
      if (fromMillis >= untilMillis || bucket.toMillis() < 1) {
        throw new IllegalArgumentException("not a stretch of time in buckets");
      }
    }

    public long count() {
      return Math.ceilDiv(untilMillis - fromMillis, bucket.toMillis());
    }

    /** Whether every bucket is of full hours, in UTC. */
    public boolean ofHours() {
      return fromMillis % NodeDay.HOUR_MILLIS == 0 && bucket.toMillis() % NodeDay.HOUR_MILLIS == 0;
    }
  }

  /**
   * @param before the state of each node that was known when the window begins
   * @param changes within the window, oldest first
   * @param zone that hours of the week are reckoned in
   */
  public static Availability of(
      Window window, Map<String, NodeState> before, List<Change> changes, ZoneId zone) {
    return of(new Sweep(window, zone), before, changes);
  }

  /**
   * The same where of the older part only hours are known: what was in an hour counts as spread
   * over it evenly.
   */
  public static Availability of(Window window, Stretch known, ZoneId zone) {
    final Sweep sweep = new Sweep(window, zone);
    known
        .hours()
        .forEach((hour, states) ->
            states.forEach((state, millis) -> sweep.addHour(hour, NodeUse.of(state), millis)));
    sweep.passTo(known.changesFromMillis());
    return of(sweep, known.before(), known.changes());
  }

  private static Availability of(Sweep sweep, Map<String, NodeState> before, List<Change> changes) {
    before.forEach((node, state) -> sweep.change(node, NodeUse.of(state)));
    for (final Change change : changes) {
      sweep.passTo(change.atMillis());
      sweep.change(change.node(), NodeUse.of(change.state()));
    }
    sweep.passTo(sweep.window.untilMillis());
    return sweep.result();
  }

  /** Goes through the window once. */
  private static final class Sweep {
    private final Window window;
    private final ZoneId zone;
    private final Map<String, NodeUse> uses = new HashMap<>();
    private final Map<NodeUse, Integer> counts = new EnumMap<>(NodeUse.class);
    private final List<Map<NodeUse, Double>> nodeMillis = new ArrayList<>();
    private final double[] usableMillis = new double[HOURS_A_WEEK];
    private final double[] knownMillis = new double[HOURS_A_WEEK];
    private long nowMillis;

    Sweep(Window window, ZoneId zone) {
      this.window = window;
      this.zone = zone;
      for (long b = 0; b < window.count(); b++) {
        nodeMillis.add(new EnumMap<>(NodeUse.class));
      }
      this.nowMillis = window.fromMillis();
    }

    void change(String node, NodeUse use) {
      final NodeUse old = uses.put(node, use);
      if (old != null) {
        counts.merge(old, -1, Integer::sum);
      }
      counts.merge(use, 1, Integer::sum);
    }

    /** Nothing changes until then. */
    void passTo(long untilMillis) {
      split(
          nowMillis,
          untilMillis,
          (bucket, hour, millis) ->
              counts.forEach((use, count) -> add(bucket, hour, use, (double) count * millis)));
      nowMillis = Math.max(nowMillis, untilMillis);
    }

    /** Of an hour in UTC, as far as it lies in the window. */
    void addHour(long hourMillis, NodeUse use, long ofNodesMillis) {
      final double nodes = (double) ofNodesMillis / NodeDay.HOUR_MILLIS;
      split(
          Math.max(hourMillis, window.fromMillis()),
          Math.min(hourMillis + NodeDay.HOUR_MILLIS, window.untilMillis()),
          (bucket, hour, millis) -> add(bucket, hour, use, nodes * millis));
    }

    /** A part of a stretch that lies in one bucket and in one hour of the week. */
    private interface Part {
      void take(int bucket, int hourOfWeek, long millis);
    }

    private void split(long fromMillis, long untilMillis, Part part) {
      long at = fromMillis;
      while (at < untilMillis) {
        final int bucket = (int) ((at - window.fromMillis()) / window.bucket().toMillis());
        final long bucketEnd = window.fromMillis() + (bucket + 1) * window.bucket().toMillis();
        final ZonedDateTime local = Instant.ofEpochMilli(at).atZone(zone);
        final long hourEnd =
            local.truncatedTo(ChronoUnit.HOURS).plusHours(1).toInstant().toEpochMilli();
        final long next = Math.min(untilMillis, Math.min(bucketEnd, hourEnd));
        part.take(
            bucket,
            (local.getDayOfWeek().getValue() - 1) * HOURS_A_DAY + local.getHour(),
            next - at);
        at = next;
      }
    }

    private void add(int bucket, int hour, NodeUse use, double weighted) {
      nodeMillis.get(bucket).merge(use, weighted, Double::sum);
      knownMillis[hour] += weighted;
      if (use == NodeUse.AVAILABLE || use == NodeUse.RUNNING) {
        usableMillis[hour] += weighted;
      }
    }

    Availability result() {
      final List<Bucket> buckets = new ArrayList<>();
      for (int b = 0; b < nodeMillis.size(); b++) {
        final long at = window.fromMillis() + b * window.bucket().toMillis();
        final long length = Math.min(window.bucket().toMillis(), window.untilMillis() - at);
        final Map<NodeUse, Double> means = new EnumMap<>(NodeUse.class);
        for (final NodeUse use : NodeUse.values()) {
          means.put(use, nodeMillis.get(b).getOrDefault(use, 0.0) / length);
        }
        buckets.add(new Bucket(at, means));
      }
      final List<Double> byHour = new ArrayList<>();
      for (int h = 0; h < HOURS_A_WEEK; h++) {
        byHour.add(usableMillis[h] / knownMillis[h]);
      }
      return new Availability(buckets, byHour);
    }
  }
}
