package io.lull.bench.reclaim;

import io.lull.bench.Sample;
import io.lull.bench.grid.Pause;
import io.lull.bench.reclaim.OwnerHand.Gesture;
import io.lull.bench.reclaim.Row.Met;
import io.lull.protocol.time.SystemClock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * From an owner's gesture to the guest's last instruction, or its last one beyond its share: again
 * and again, at random times, each time with a guest that uses all processors.
 */
final class Latency {
  /** Stretches of this length are looked at, in steps of a millisecond. */
  static final long WINDOW_NANOS = 100_000_000;

  /** What the kernel may hand out beyond a share at the edge of a stretch. */
  static final long TOLERANCE_NANOS = 10_000_000;

  private static final long STEP_NANOS = 1_000_000;
  private static final long WATCHED_NANOS = 300_000_000;
  private static final long LEAST_SPIN_MILLIS = 100;
  private static final long SPIN_SPREAD_MILLIS = 300;
  private static final Duration STAYS = Duration.ofMillis(60);
  private static final int MOST_VOID = 100;

  /** A policy of the owner's and what is promised with it. */
  enum Policy {
    STRICT,
    GENTLE;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param medianMillis to be stayed under
   * @param tailMillis not exceeded by 99 of 100
   */
  record Target(double medianMillis, double tailMillis) {
    String words() {
      return String.format(
          Locale.ROOT, "median < %.0f ms, 99 %% < %.0f ms", medianMillis, tailMillis);
    }

    Met met(Sample millis) {
      return Met.when(millis.median() < medianMillis && millis.percentile(0.99) < tailMillis);
    }
  }

  private final RigProcess rig;
  private final OwnerHand hand;
  private final Policy policy;
  private final RandomGenerator random;
  private final Map<Gesture, List<Double>> millis = new EnumMap<>(Gesture.class);
  private int kept;
  private int done;
  private int voided;
  private int off;

  Latency(RigProcess rig, OwnerHand hand, Policy policy, RandomGenerator random) {
    this.rig = rig;
    this.hand = hand;
    this.policy = policy;
    this.random = random;
  }

  /** What an owner sets who is to be back within a second or two. */
  static Map<String, String> settings(Policy policy) {
    return Map.of(
        "policy", policy.word(),
        "idle-after", "250ms",
        "cpu-threshold", "1.0",
        "busy-disk", "1.0",
        "cpu-window", "1s",
        "on-battery", "always");
  }

  /** A row for each kind of gesture. */
  List<Row> rows(String where, List<Gesture> kinds, int events, Target target)
      throws IOException, InterruptedException {
    final List<Gesture> gestures = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      gestures.addAll(kinds);
    }
    rig.awaitState("available");
    for (final Gesture gesture : gestures) {
      while (!attempt(gesture)) {
        voided++;
        if (voided > MOST_VOID) {
          throw new IOException("the node is never left alone for long enough");
        }
      }
    }
    final List<Row> rows = new ArrayList<>();
    millis.forEach((gesture, values) -> {
      final Sample sample = new Sample(values);
      rows.add(
          Row.times(
              where + ", " + policy.word() + ", " + gesture,
              sample,
              target.words(),
              target.met(sample),
              remark()));
    });
    return rows;
  }

  private String remark() {
    final List<String> remarks = new ArrayList<>();
    if (voided > 0) {
      remarks.add(voided + " events had to be repeated");
    }
    if (off > 0) {
      remarks.add("at " + off + " of " + done + " the guest had no processor anyway");
    }
    if (kept < done) {
      remarks.add("kept to its share after " + kept + " of " + done);
    }
    return String.join(", ", remarks);
  }

  /** False if the node was taken back by something else than the gesture. */
  private boolean attempt(Gesture gesture) throws IOException, InterruptedException {
    final Stamps stamps = rig.guest(0);
    if (!rig.awaitAnyState("running", "vacating", "owner").equals("running")
        || rig.changes(
            Duration.ofMillis(LEAST_SPIN_MILLIS + random.nextLong(SPIN_SPREAD_MILLIS)))) {
      rig.end();
      rig.awaitState("available");
      return false;
    }
    final long done = hand.does(gesture);
    final RigProcess.Held held = rig.awaitHeld();
    final long last;
    if (policy == Policy.STRICT) {
      rig.awaitGone();
      last = stamps.last();
      kept++;
      off += last < done ? 1 : 0;
    } else {
      Pause.until(held.nanos() + WATCHED_NANOS);
      last = lastBeyondShare(stamps, held);
      kept += last == held.nanos() ? 1 : 0;
      rig.end();
    }
    this.done++;
    millis.computeIfAbsent(gesture, _ -> new ArrayList<>()).add(Math.max(0, last - done) / 1e6);
    rig.awaitState("available");
    Pause.millis(STAYS.toMillis());
    return true;
  }

  /**
   * When the guest was held, if from then on it used no more than its share, with the tolerance, of
   * any stretch; else the end of the last stretch of which it used more.
   */
  static long lastBeyondShare(Stamps stamps, RigProcess.Held held) {
    final List<List<Stamps.Run>> runs = stamps.runs(held.nanos());
    final double allowed = WINDOW_NANOS * held.cores() + TOLERANCE_NANOS;
    final long now = Math.min(stamps.last(), SystemClock.INSTANCE.nanos());
    long last = held.nanos();
    for (long from = held.nanos(); from + WINDOW_NANOS <= now; from += STEP_NANOS) {
      if (used(runs, from, from + WINDOW_NANOS) > allowed) {
        last = from + WINDOW_NANOS;
      }
    }
    return last;
  }

  private static long used(List<List<Stamps.Run>> runs, long from, long to) {
    long used = 0;
    for (final List<Stamps.Run> thread : runs) {
      for (final Stamps.Run run : thread) {
        used += Math.max(0, Math.min(run.toNanos(), to) - Math.max(run.fromNanos(), from));
      }
    }
    return used;
  }
}
