package io.lull.bench.plan;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.protocol.time.SystemClock;
import io.lull.scheduling.ClusterSnapshot;
import io.lull.scheduling.Plan;
import io.lull.scheduling.SpaceSharing;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Plans of a grid to which one thing after another happens: an owner comes or goes, a job is
 * submitted or ends. Each plan is followed before the next thing happens.
 */
public final class PlanFigures {
  public static final String USAGE =
      """
      lull bench plan [--nodes N] [--jobs N] [--kinds N] [--changes N] [--rounds K] [--json FILE]
        --kinds N    so many kinds of jobs, each with a requirement and a memory of its own
        --changes N  so many plans count, as many again come before\
      """;

  private static final String NODES = "--nodes";
  private static final String JOBS = "--jobs";
  private static final String KINDS = "--kinds";
  private static final String CHANGES = "--changes";
  private static final int MOST = 1_000_000;

  private final int nodes;
  private final int jobs;
  private final int kinds;
  private final int changes;
  private final int rounds;
  private final FigureDocument document;

  private PlanFigures(OptionPairs options) {
    nodes = options.whole(NODES, MOST, 10_000);
    jobs = options.whole(JOBS, MOST, 1_000);
    kinds = options.whole(KINDS, MOST, 20);
    changes = options.whole(CHANGES, MOST, 500);
    rounds = options.whole(OptionPairs.ROUNDS, MOST, 5);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static PlanFigures of(List<String> words) {
    return new PlanFigures(
        OptionPairs.read(words, NODES, JOBS, KINDS, CHANGES, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  public void print() throws IOException {
    System.out.println(
        "| nodes | jobs | kinds | with nodes | a plan after one change, median (least to most) |"
            + " slowest of a hundred |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    final double[] medians = new double[rounds];
    final double[] slow = new double[rounds];
    long placed = 0;
    for (int round = 0; round < rounds; round++) {
      final LivelyGrid grid = new LivelyGrid(nodes, jobs, kinds, new Random(round));
      final double[] millis = new double[changes];
      for (int change = -changes; change < changes; change++) {
        grid.change();
        final ClusterSnapshot snapshot = grid.snapshot();
        final long begin = SystemClock.INSTANCE.nanos();
        final Plan plan = SpaceSharing.plan(snapshot);
        final long nanos = SystemClock.INSTANCE.nanos() - begin;
        grid.follow(plan);
        if (change >= 0) {
          millis[change] = nanos / 1e6;
        }
        placed = plan.assignments().values().stream().filter(a -> !a.nodes().isEmpty()).count();
      }
      medians[round] = Sample.of(millis).median();
      slow[round] = Sample.of(millis).percentile(0.99);
    }
    final Sample median = Sample.of(medians);
    final Sample slowest = Sample.of(slow);
    System.out.printf(
        Locale.ROOT,
        "| %d | %d | %d | %d | %s | %s |%n",
        nodes,
        jobs,
        kinds,
        placed,
        median.in("ms"),
        slowest.in("ms"));
    document
        .row()
        .put("nodes", nodes)
        .put("jobs", jobs)
        .put("kinds", kinds)
        .put("ms", median.median())
        .put("leastMs", median.least())
        .put("mostMs", median.most())
        .put("slowestOfHundredMs", slowest.median());
    document.write();
  }
}
