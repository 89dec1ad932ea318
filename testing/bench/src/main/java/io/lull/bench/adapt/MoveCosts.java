package io.lull.bench.adapt;

import io.lull.bench.FigureDocument;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.wire.DecisionView;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What it takes until one of a job's two workers has moved to the third of three nodes, by several
 * methods in turns.
 */
final class MoveCosts {
  private static final int AGENTS = 3;
  private static final int WORKERS = 2;

  /** By method, as decisions have it. */
  private static final Map<String, String> CHOSEN =
      Map.of(
          "migrate", ChangeMethod.MIGRATE.wire(),
          "nonblocking", ChangeMethod.NON_BLOCKING.wire(),
          "streaming", ChangeMethod.STREAMING.wire(),
          "ghost", ChangeMethod.GHOST.wire());

  private final List<String> methods;
  private final List<Integer> sizes;
  private final int rounds;
  private final FigureDocument document;

  /**
   * @param methods as in {@code lull migrate --method}; the others are compared with the first
   * @param sizes cells on a side of the grids
   */
  MoveCosts(List<String> methods, List<Integer> sizes, int rounds, FigureDocument document) {
    this.methods = List.copyOf(methods);
    this.sizes = List.copyOf(sizes);
    this.rounds = rounds;
    this.document = document;
  }

  /** Measures and prints. */
  void print() throws Exception {
    System.out.println(
        "| size | method | lead, median (least to most) | of that of "
            + methods.getFirst()
            + " | stop |");
    System.out.println("| --- | --- | --- | --- | --- |");
    try (TemporaryFolder folder = TemporaryFolder.create();
        PacedGrid grid = PacedGrid.start(folder.path(), AGENTS)) {
      for (final int size : sizes) {
        final Map<String, List<DecisionView>> taken = measure(grid, size);
        final List<DecisionView> first = taken.getOrDefault(methods.getFirst(), List.of());
        taken.forEach((method, decisions) -> row(size, method, decisions, first));
      }
    }
  }

  /** By method, each as often. */
  private Map<String, List<DecisionView>> measure(PacedGrid grid, int size) {
    final Map<String, List<DecisionView>> taken = new LinkedHashMap<>();
    final String job = grid.submit(size, WORKERS);
    try {
      // The first round finds code that was never run.
      for (int round = -1; round < rounds; round++) {
        for (final String method : methods) {
          grid.migrate(job, WORKERS, method);
          grid.awaitWorkers(job, WORKERS);
          final DecisionView last = grid.decisions(job).getLast();
          if (!last.getChosen().equals(CHOSEN.get(method))) {
            throw new IllegalStateException(
                "the job moved by " + last.getChosen() + ", not by " + method);
          }
          if (round >= 0) {
            taken.computeIfAbsent(method, _ -> new ArrayList<>()).add(last);
          }
        }
      }
    } finally {
      grid.end(job);
    }
    return taken;
  }

  private void row(
      int size, String method, List<DecisionView> decisions, List<DecisionView> first) {
    final Sample lead = new Sample(decisions.stream().map(DecisionView::getLeadMillis).toList());
    final Sample stop =
        new Sample(decisions.stream().map(DecisionView::getDowntimeMillis).toList());
    final List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < decisions.size(); i++) {
      ratios.add(decisions.get(i).getLeadMillis() / first.get(i).getLeadMillis());
    }
    final Sample ratio = new Sample(ratios);
    System.out.printf(
        Locale.ROOT,
        "| %d² | %s | %s | %s | %s |%n",
        size,
        method,
        lead.in("ms"),
        ratio.in(""),
        stop.in("ms"));
    document
        .row()
        .put("size", size)
        .put("method", method)
        .put("leadMs", lead.median())
        .put("ratio", ratio.median())
        .put("stopMs", stop.median());
  }
}
