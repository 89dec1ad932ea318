package io.lull.bench.fleet;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.SmallGrid;
import io.lull.client.grid.GridClient;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.JobSpec;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * From the word of one node of a job, that its owner is back, to the first order of the new plan at
 * the agents of all of them.
 */
public final class ReplanFigures {
  public static final String USAGE =
      """
      lull bench replan [--nodes N] [--rounds K] [--json FILE]
        --nodes N   so many nodes has the job
        --rounds K  so often an owner comes, after some times that do not count, and leaves again\
      """;

  private static final String NODES = "--nodes";
  private static final int MOST_NODES = 2000;
  private static final int MOST_ROUNDS = 100_000;

  /** Before code that is run again and again is compiled. */
  private static final int WARM_UP_ROUNDS = 20;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final int count;
  private final int rounds;
  private final FigureDocument document;
  private final Arrivals arrivals = new Arrivals();

  private ReplanFigures(OptionPairs options) {
    count = options.whole(NODES, 2, MOST_NODES, 32);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 60);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static ReplanFigures of(List<String> words) {
    return new ReplanFigures(OptionPairs.read(words, NODES, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final List<Double> first = new ArrayList<>();
    final List<Double> last = new ArrayList<>();
    try (TemporaryFolder folder = TemporaryFolder.create();
        SmallGrid grid = SmallGrid.start(folder.path(), "127.0.0.1", UnaryOperator.identity());
        GridClient client = grid.client();
        Fleet fleet =
            Fleet.of(count, grid.authority(), List.of(grid.address()), folder.path(), arrivals)) {
      fleet.connect();
      final String job =
          client
              .submit(
                  JobSpec.newBuilder()
                      .setApp("jacobi")
                      .setMainClass("io.lull.apps.Jacobi")
                      .setMinWorkers(1)
                      .setMaxWorkers(count)
                      .setCheckpoint("off")
                      .build())
              .getJob();
      for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
        awaitAll(fleet);
        final SimulatedNode node = fleet.node(Math.floorMod(round, count));
        arrivals.expect(Arrivals::announcesChange);
        final long begin = SystemClock.INSTANCE.nanos();
        node.ownerReturns();
        final long[] nanos = arrivals.await(count, PATIENCE);
        if (round >= 0) {
          first.add((nanos[0] - begin) / 1e6);
          last.add((nanos[count - 1] - begin) / 1e6);
        }
        Eventually.await(node.name() + " is free", PATIENCE, () -> !node.hasGuest());
        node.ownerLeaves();
      }
      client.cancel(job);
    }
    table(new Sample(first), new Sample(last));
  }

  private void awaitAll(Fleet fleet) {
    Eventually.await(
        "the job computes on " + count + " nodes",
        PATIENCE,
        () -> fleet.nodes().stream().allMatch(node -> node.configuration() == count));
  }

  private void table(Sample first, Sample last) throws IOException {
    System.out.println(
        "| nodes | rounds | at the first agent, median (least to most) | at the last | slowest of"
            + " a hundred |");
    System.out.println("| --- | --- | --- | --- | --- |");
    System.out.printf(
        Locale.ROOT,
        "| %d | %d | %s | %s | %.3g ms |%n",
        count,
        rounds,
        first.in("ms"),
        last.in("ms"),
        last.percentile(0.99));
    document
        .row()
        .put("nodes", count)
        .put("rounds", rounds)
        .put("firstMs", first.median())
        .put("lastMs", last.median())
        .put("leastLastMs", last.least())
        .put("mostLastMs", last.most())
        .put("slowestOfHundredMs", last.percentile(0.99));
    document.write();
  }
}
