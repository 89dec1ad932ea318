package io.lull.coordinator.core.job;

import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A line of a job's history: a change of its configuration, a checkpoint, or its end.
 *
 * @param method by which the data came to its workers
 * @param epoch in force after it
 * @param safePoint at which it took place; 0 for none
 */
public record ChangeRecord(
    long atMillis,
    EventKind kind,
    EventCause cause,
    ChangeMethod method,
    Nodes nodes,
    long epoch,
    long safePoint,
    Measured measured,
    ChangeOutcome outcome,
    Forecast forecast) {
  private static final Set<EventKind> RECONFIGURATIONS =
      EnumSet.of(EventKind.GROW, EventKind.SHRINK, EventKind.MIGRATE, EventKind.REBALANCE);

  /**
   * The configurations before and after.
   *
   * @param from how many workers before
   * @param to how many workers after
   */
  public record Nodes(int from, int to, List<String> left, List<String> joined) {
    public Nodes {
      left = List.copyOf(left);
      joined = List.copyOf(joined);
    }

    /** The part of all data that came to somebody else, as far as numbers of workers tell. */
    public double share() {
      final int stayed = to - joined.size();
      return from <= 0 || to <= 0
          ? 0
          : (double) joined.size() / to + stayed * Math.max(0, 1.0 / to - 1.0 / from);
    }

    public static Nodes between(List<String> from, List<String> to) {
      return new Nodes(
          from.size(),
          to.size(),
          from.stream().filter(n -> !to.contains(n)).sorted().toList(),
          to.stream().filter(n -> !from.contains(n)).sorted().toList());
    }
  }

  /**
   * What it took.
   *
   * @param bytesMoved in all
   * @param bytesCopied of them, before the workers stood still, or after
   * @param bytesLeast the least that any renumbering could have moved
   */
  public record Measured(
      double waitMillis,
      double prepareMillis,
      double moveMillis,
      double downtimeMillis,
      long bytesMoved,
      long bytesCopied,
      long bytesLeast,
      long lostIterations) {
    public static final Measured NOTHING = new Measured(0, 0, 0, 0, 0, 0, 0, 0);

    /** With no part that took longer than this. */
    public Measured atMost(double millis) {
      return new Measured(
          Math.min(waitMillis, millis),
          Math.min(prepareMillis, millis),
          Math.min(moveMillis, millis),
          Math.min(downtimeMillis, millis),
          bytesMoved,
          bytesCopied,
          bytesLeast,
          lostIterations);
    }

    public Measured withWait(double millis) {
      return new Measured(
          millis,
          prepareMillis,
          moveMillis,
          downtimeMillis,
          bytesMoved,
          bytesCopied,
          bytesLeast,
          lostIterations);
    }

    public Measured withDowntime(double millis) {
      return new Measured(
          waitMillis,
          prepareMillis,
          moveMillis,
          millis,
          bytesMoved,
          bytesCopied,
          bytesLeast,
          lostIterations);
    }

    public Measured withLost(long iterations) {
      return new Measured(
          waitMillis,
          prepareMillis,
          moveMillis,
          downtimeMillis,
          bytesMoved,
          bytesCopied,
          bytesLeast,
          iterations);
    }
  }

  /** Whether workers that computed stood still for it and went on in another configuration. */
  public boolean isReconfiguration() {
    return RECONFIGURATIONS.contains(kind);
  }

  public ChangeRecord by(ChangeMethod next) {
    return new ChangeRecord(
        atMillis, kind, cause, next, nodes, epoch, safePoint, measured, outcome, forecast);
  }

  public ChangeRecord at(long nextEpoch, long nextSafePoint) {
    return new ChangeRecord(
        atMillis,
        kind,
        cause,
        method,
        nodes,
        nextEpoch,
        nextSafePoint,
        measured,
        outcome,
        forecast);
  }

  public ChangeRecord with(Measured next) {
    return new ChangeRecord(
        atMillis, kind, cause, method, nodes, epoch, safePoint, next, outcome, forecast);
  }

  public ChangeRecord with(Forecast next) {
    return new ChangeRecord(
        atMillis, kind, cause, method, nodes, epoch, safePoint, measured, outcome, next);
  }
}
