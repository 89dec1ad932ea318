package io.lull.bench.adapt;

import io.lull.bench.FigureDocument;
import io.lull.bench.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The same jobs under several policies, row by row. */
final class PolicyTable {
  /** Of a normal distribution, on both sides. */
  private static final double NINETEEN_OF_TWENTY = 1.96;

  /** A policy that takes so many times as long as the best fixed one chose wrongly. */
  private static final double WRONG = 1.05;

  private final PacedGrid grid;
  private final List<LoadPolicy> policies;
  private final FigureDocument document;
  private final Map<LoadPolicy, List<Double>> taken = new EnumMap<>(LoadPolicy.class);
  private int wrong;

  /**
   * @param policies of which automatic is one
   */
  PolicyTable(PacedGrid grid, List<LoadPolicy> policies, FigureDocument document) {
    this.grid = grid;
    this.policies = List.copyOf(policies);
    this.document = document;
  }

  /** Prints the first line. */
  void begin(String what) {
    System.out.print("| " + what + " |");
    policies.forEach(policy -> System.out.print(" " + policy.words() + " |"));
    System.out.println(" beside the best fixed one | which did |");
    System.out.println("| --- |" + " --- |".repeat(policies.size() + 2));
  }

  /**
   * Measures and prints a line.
   *
   * @param turn the policies run in another order each turn
   */
  void row(String name, PacedJob job, Load load, int turn) throws IOException {
    final List<LoadPolicy> order = new ArrayList<>(policies);
    Collections.rotate(order, turn);
    final Map<LoadPolicy, Double> now = new EnumMap<>(LoadPolicy.class);
    String did = "";
    for (final LoadPolicy policy : order) {
      final PolicyRun run = new PolicyRun(grid, job, policy, load);
      now.put(policy, run.take());
      did = policy == LoadPolicy.AUTOMATIC ? run.changes() : did;
    }
    final StringBuilder line = new StringBuilder("| " + name + " |");
    final var figures = document.row().put("row", name).put("percent", load.percent());
    double best = Double.MAX_VALUE;
    for (final LoadPolicy policy : policies) {
      final double each = now.getOrDefault(policy, 0.0);
      best = policy == LoadPolicy.AUTOMATIC ? best : Math.min(best, each);
      taken.computeIfAbsent(policy, _ -> new ArrayList<>()).add(each);
      line.append(String.format(Locale.ROOT, " %.1f s |", each));
      figures.put(policy.words(), each);
    }
    final double ratio = now.getOrDefault(LoadPolicy.AUTOMATIC, 0.0) / best;
    wrong += ratio > WRONG ? 1 : 0;
    System.out.println(
        line + String.format(Locale.ROOT, " %.2f | %s |", ratio, did.isEmpty() ? "nothing" : did));
  }

  /** Prints how automatic compares with each of the others in all rows. */
  void summary() {
    final List<Double> automatic = taken.getOrDefault(LoadPolicy.AUTOMATIC, List.of());
    System.out.println();
    System.out.println(
        "| policy | in all | automatic beside it: mean, with its interval of 19 in 20 | most |");
    System.out.println("| --- | --- | --- | --- |");
    taken.forEach((policy, times) -> {
      final List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < times.size(); i++) {
        ratios.add(100 * (automatic.get(i) / times.get(i) - 1));
      }
      final Sample sample = new Sample(ratios);
      System.out.printf(
          Locale.ROOT,
          "| %s | %.0f s | %+.1f %% (± %.1f) | %+.1f %% |%n",
          policy.words(),
          times.stream().mapToDouble(each -> each).sum(),
          sample.mean(),
          NINETEEN_OF_TWENTY * deviation(sample) / Math.sqrt(ratios.size()),
          sample.most());
    });
    System.out.printf(
        Locale.ROOT,
        "%nWrong decisions (more than %.0f %% above the best fixed policy): %d of %d.%n",
        100 * (WRONG - 1),
        wrong,
        automatic.size());
  }

  private static double deviation(Sample sample) {
    final double mean = sample.mean();
    return Math.sqrt(
        sample.values().stream().mapToDouble(each -> (each - mean) * (each - mean)).sum()
            / Math.max(1, sample.values().size() - 1));
  }
}
