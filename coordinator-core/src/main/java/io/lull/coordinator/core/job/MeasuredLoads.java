package io.lull.coordinator.core.job;

import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Progress;
import io.lull.scheduling.adapt.LoadBalance;
import io.lull.scheduling.adapt.WorkerLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * For how long each member of the configuration in force computes between two safe points, in
 * windows of measurement.
 *
 * @param byRank those that have reported
 */
public record MeasuredLoads(Map<Integer, Windows> byRank) {
  public static final MeasuredLoads NONE = new MeasuredLoads(Map.of());

  /** Of computing and waiting: shorter ones are mostly noise. */
  private static final long WINDOW_NANOS = Duration.ofSeconds(2).toNanos();

  /** The newest of each rank. */
  private static final int MOST_WINDOWS = 5;

  /** With fewer, nothing is concluded. */
  private static final int FEWEST_WINDOWS = 5;

  private static final double NANOS_PER_SECOND = 1e9;

  public MeasuredLoads {
    byRank = Map.copyOf(byRank);
  }

  /** What a worker had counted in its epoch when a window ended. */
  public record Mark(long safePoints, long computingNanos, long waitingNanos) {
    static Mark of(Progress said) {
      return new Mark(
          said.getCountedSafePoints(), said.getComputingNanos(), said.getWaitingNanos());
    }

    boolean isWindowBefore(Mark later) {
      return later.safePoints > safePoints
          && later.computingNanos > computingNanos
          && later.computingNanos - computingNanos + later.waitingNanos - waitingNanos
              >= WINDOW_NANOS;
    }

    Window until(Mark later, double freeShare) {
      final double perSafePoint = NANOS_PER_SECOND * (later.safePoints - safePoints);
      final long computing = later.computingNanos - computingNanos;
      return new Window(
          computing / perSafePoint,
          (computing + later.waitingNanos - waitingNanos) / perSafePoint,
          freeShare);
    }
  }

  /**
   * Seconds from one safe point to the next.
   *
   * @param all computing and waiting
   * @param freeShare the part of the processor's time that the node's owner left
   */
  public record Window(double computing, double all, double freeShare) {
    public Window {
      if (!(freeShare > 0 && freeShare <= FreeShare.WHOLE)) {
        throw new IllegalArgumentException("a free share of " + freeShare);
      }
    }
  }

  /**
   * The windows of one rank.
   *
   * @param from where the next one begins
   * @param warm whether the first is over, in which code ran that was not compiled yet
   * @param measured the newest last
   */
  public record Windows(Mark from, boolean warm, List<Window> measured) {
    private static final Windows NOTHING = new Windows(new Mark(0, 0, 0), false, List.of());

    public Windows {
      measured = List.copyOf(measured);
    }

    boolean enough() {
      return measured.size() >= FEWEST_WINDOWS;
    }

    Windows with(Mark now, double freeShare) {
      if (!from.isWindowBefore(now)) {
        return this;
      }
      if (!warm) {
        return new Windows(now, true, List.of());
      }
      final List<Window> all = new ArrayList<>(measured);
      all.add(from.until(now, freeShare));
      return new Windows(
          now, true, all.subList(Math.max(0, all.size() - MOST_WINDOWS), all.size()));
    }
  }

  /**
   * A member of the configuration says how far it is.
   *
   * @param freeShare the part of its processor's time that its node's owner leaves
   */
  MeasuredLoads with(Progress said, double freeShare) {
    if (said.getCountedSafePoints() <= 0 || said.getRank() < 0) {
      return this;
    }
    final Windows before = byRank.getOrDefault(said.getRank(), Windows.NOTHING);
    final Windows after = before.with(Mark.of(said), freeShare);
    if (after.equals(before)) {
      return this;
    }
    final Map<Integer, Windows> all = new TreeMap<>(byRank);
    all.put(said.getRank(), after);
    return new MeasuredLoads(all);
  }

  /**
   * How the data would be shared out better.
   *
   * @param layout of the configuration in force
   * @return empty while too little was measured, or where the division does not follow weights
   */
  public Optional<LoadBalance.Proposal> proposal(Layout layout) {
    final List<Double> shares = LayoutShares.of(layout);
    final List<WorkerLoad> loads = new ArrayList<>();
    for (int rank = 0; rank < shares.size(); rank++) {
      final Windows windows = byRank.getOrDefault(rank, Windows.NOTHING);
      if (!windows.enough()) {
        return Optional.empty();
      }
      loads.add(
          new WorkerLoad(
              shares.get(rank), windows.measured().stream().map(Window::computing).toList()));
    }
    return LoadBalance.of(loads, secondsPerSafePoint(shares.size()).orElse(0));
  }

  /**
   * How long all together took from one safe point to the next in the newest window of each, when
   * that of the first member is newer than before.
   *
   * @return empty where it is not, or too little was measured
   */
  public OptionalDouble newestSecondsPerSafePoint(MeasuredLoads before, int members) {
    final Windows first = byRank.getOrDefault(0, Windows.NOTHING);
    return first.measured().isEmpty()
            || first.equals(before.byRank.getOrDefault(0, Windows.NOTHING))
        ? OptionalDouble.empty()
        : middle(members, windows -> windows.measured().getLast().all());
  }

  /**
   * How long all together take from one safe point to the next: what the median of the workers has
   * seen, whatever one of them says.
   *
   * @return empty while too little was measured
   */
  public OptionalDouble secondsPerSafePoint(int members) {
    return middle(
        members,
        windows -> windows.measured().stream().mapToDouble(Window::all).average().orElseThrow());
  }

  /** The part of their processors' time that the owners of the members' nodes left to them. */
  public double freeShare() {
    return byRank.values().stream()
        .flatMap(windows -> windows.measured().stream())
        .mapToDouble(Window::freeShare)
        .average()
        .orElse(FreeShare.WHOLE);
  }

  private OptionalDouble middle(int members, ToDoubleFunction<Windows> figure) {
    final List<Double> seen = new ArrayList<>();
    for (int rank = 0; rank < members; rank++) {
      final Windows windows = byRank.getOrDefault(rank, Windows.NOTHING);
      if (!windows.enough()) {
        return OptionalDouble.empty();
      }
      seen.add(figure.applyAsDouble(windows));
    }
    Collections.sort(seen);
    return seen.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(seen.get(seen.size() / 2));
  }
}
