package io.lull.coordinator.core.job;

import io.lull.protocol.model.EventKind;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.scheduling.adapt.Candidate;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The expected cost and benefit of a change, from the job's own earlier changes.
 *
 * <p>The cost is for how long the job will not compute: as long as the stops before it did beside
 * their moving, and as long as it takes to move what changes hands at the rate seen so far. It is
 * the form, a part that is always the same and one for each byte, in which Weissman (<i>Predicting
 * the Cost and Benefit of Adapting Data Parallel Applications in Clusters</i>, JPDC 2002) foresees
 * adaptations. The benefit is what the iterations that are left take less, if the time of one goes
 * with the speed of all workers together.
 *
 * @param costMillis empty while the job has nothing to go by
 * @param benefitMillis less than 0 when the job will take longer; empty when its end is not known,
 *     or when it could not have kept the workers that it had
 */
public record Forecast(OptionalDouble costMillis, OptionalDouble benefitMillis) {
  /** Older ones tell of other machines and other neighbours. */
  private static final int NEWEST = 16;

  /** Where nothing is foreseen. */
  public static final Forecast NONE = new Forecast(OptionalDouble.empty(), OptionalDouble.empty());

  /** What was expected when the change was decided. */
  public static Forecast of(Candidate chosen) {
    return new Forecast(
        OptionalDouble.of(chosen.downtimeMillis()),
        chosen.benefit().isPresent()
            ? OptionalDouble.of(chosen.benefit().get().expected())
            : OptionalDouble.empty());
  }

  /**
   * Of a change from one configuration to another, out of the workers' memory.
   *
   * @param past the job's events before it
   * @param taken nodes were, so that there was nothing to choose
   */
  public static Forecast ofChange(
      List<ChangeRecord> past, Layout from, Layout to, JobProgress.Gauge gauge, boolean taken) {
    return new Forecast(
        cost(newest(past, Forecast::isChange), share(from, to)),
        taken ? OptionalDouble.empty() : benefit(gauge, quickening(from, to)));
  }

  /** Of a checkpoint: as those before it. */
  public static Forecast ofCheckpoint(List<ChangeRecord> past) {
    return new Forecast(
        median(newest(past, Forecast::isCheckpoint), e -> e.measured().downtimeMillis()),
        OptionalDouble.empty());
  }

  private static OptionalDouble cost(List<ChangeRecord> changes, double share) {
    if (changes.isEmpty()) {
      return OptionalDouble.empty();
    }
    final List<ChangeRecord> moved =
        changes.stream()
            .filter(e -> e.measured().bytesMoved() > 0 && e.nodes().share() > 0)
            .toList();
    final double bytes =
        share * median(moved, e -> e.measured().bytesMoved() / e.nodes().share()).orElse(0);
    final double millisPerByte =
        moved.isEmpty()
            ? 0
            : moved.stream().mapToDouble(e -> e.measured().moveMillis()).sum()
                / moved.stream().mapToDouble(e -> e.measured().bytesMoved()).sum();
    final double always =
        median(changes, e -> Math.max(0, e.measured().downtimeMillis() - e.measured().moveMillis()))
            .orElseThrow();
    return OptionalDouble.of(always + bytes * millisPerByte);
  }

  private static OptionalDouble benefit(JobProgress.Gauge gauge, OptionalDouble quickening) {
    final long left = gauge.iterations() - gauge.iteration();
    return left <= 0 || gauge.secondsPerIteration() <= 0 || quickening.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            1000 * left * gauge.secondsPerIteration() * (1 - 1 / quickening.getAsDouble()));
  }

  /**
   * How many times as fast all workers together are. Weights are relative to the slowest node of
   * their configuration: those that are in both tell how one measure goes into the other.
   */
  private static OptionalDouble quickening(Layout from, Layout to) {
    final Map<String, Double> before = weights(from);
    final Map<String, Double> after = weights(to);
    double sameBefore = 0;
    double sameAfter = 0;
    for (final Map.Entry<String, Double> node : before.entrySet()) {
      if (after.containsKey(node.getKey())) {
        sameBefore += node.getValue();
        sameAfter += after.getOrDefault(node.getKey(), 0.0);
      }
    }
    return sameBefore <= 0 || sameAfter <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sum(after) / sameAfter * sameBefore / sum(before));
  }

  static boolean isChange(ChangeRecord event) {
    return event.isReconfiguration() && event.measured().downtimeMillis() > 0;
  }

  private static boolean isCheckpoint(ChangeRecord event) {
    return event.kind() == EventKind.CHECKPOINT && event.measured().downtimeMillis() > 0;
  }

  private static List<ChangeRecord> newest(List<ChangeRecord> past, Predicate<ChangeRecord> which) {
    return past.reversed().stream().filter(which).limit(NEWEST).toList();
  }

  /** The part of the whole that comes to somebody else. */
  private static double share(Layout from, Layout to) {
    final Map<String, Double> before = weights(from);
    final Map<String, Double> after = weights(to);
    final double allBefore = sum(before);
    final double allAfter = sum(after);
    return after.entrySet().stream()
        .mapToDouble(node ->
            Math.max(
                0,
                node.getValue() / allAfter - before.getOrDefault(node.getKey(), 0.0) / allBefore))
        .sum();
  }

  private static Map<String, Double> weights(Layout layout) {
    return layout.getMembersList().stream()
        .collect(Collectors.toMap(Member::getNode, Member::getWeight, Double::sum));
  }

  private static double sum(Map<String, Double> weights) {
    return weights.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static OptionalDouble median(
      List<ChangeRecord> events, ToDoubleFunction<ChangeRecord> figure) {
    final double[] sorted = events.stream().mapToDouble(figure).sorted().toArray();
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2);
  }
}
