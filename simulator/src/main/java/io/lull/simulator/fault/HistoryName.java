package io.lull.simulator.fault;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * By which a history can be had again: the seed of its plan, and of each change that was made to
 * it, such as {@code 17} or {@code 17.4021.88}.
 *
 * @param seeds of the plan, then of its changes
 */
public record HistoryName(List<Long> seeds) {
  /** Of changes, one made to the outcome of the other. */
  public static final int MOST_CHANGES = 8;

  /**
   * @throws IllegalArgumentException with one line
   */
  public HistoryName {
    seeds = List.copyOf(seeds);
    if (seeds.isEmpty() || seeds.size() > 1 + MOST_CHANGES) {
      throw new IllegalArgumentException(
          "a history has a seed, and those of at most " + MOST_CHANGES + " changes");
    }
  }

  public static HistoryName of(long seed) {
    return new HistoryName(List.of(seed));
  }

  /**
   * @throws IllegalArgumentException with one line
   */
  public static HistoryName parse(String text) {
    try {
      return new HistoryName(Arrays.stream(text.split("\\.", -1)).map(Long::valueOf).toList());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no history: give a seed, or seeds with points between them", e);
    }
  }

  /** Whether it can be changed once more. */
  boolean mayChange() {
    return seeds.size() <= MOST_CHANGES;
  }

  HistoryName changedBy(long seed) {
    final List<Long> more = new ArrayList<>(seeds);
    more.add(seed);
    return new HistoryName(more);
  }

  public FaultPlan plan() {
    FaultPlan plan = FaultPlan.of(seeds.getFirst());
    for (final long change : seeds.subList(1, seeds.size())) {
      plan = plan.varied(change);
    }
    return plan;
  }

  @Override
  public String toString() {
    return seeds.stream().map(String::valueOf).collect(Collectors.joining("."));
  }
}
