package io.lull.bench.adapt;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.wire.DecisionView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What a worker that waits without data saves when it takes over. */
public final class GhostFigures {
  public static final String USAGE =
      """
      lull bench ghost [--sizes A,B,…] [--rounds K] [--json FILE]
        --sizes A,B,…   cells on a side of the grids, one job of each; 256,2048
      Three agents on this computer and a job on two of them. One worker continues on the third, by turns in a process that starts
      for it (migrate) and in one that waits there without data (ghost). "lead" is from the decision until the worker has
      taken over, by the coordinator's clock; "stop" how long the job did not compute.\
      """;

  private static final String SIZES = "--sizes";
  private static final int MOST_CELLS = 1 << 13;
  private static final int MOST_ROUNDS = 100;
  private static final int AGENTS = 3;
  private static final int WORKERS = 2;
  private static final List<String> METHODS = List.of("migrate", "ghost");

  private final List<Integer> sizes;
  private final int rounds;
  private final FigureDocument document;

  private GhostFigures(OptionPairs options) {
    sizes = options.wholes(SIZES, MOST_CELLS, 256, 2048);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 9);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static GhostFigures of(List<String> words) {
    return new GhostFigures(OptionPairs.read(words, SIZES, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    System.out.println(
        "| size | method | lead, median (least to most) | of a fresh start's | stop |");
    System.out.println("| --- | --- | --- | --- | --- |");
    try (TemporaryFolder folder = TemporaryFolder.create();
        PacedGrid grid = PacedGrid.start(folder.path(), AGENTS)) {
      for (final int size : sizes) {
        final Map<String, List<DecisionView>> taken = measure(grid, size);
        final List<DecisionView> fresh = taken.getOrDefault(METHODS.getFirst(), List.of());
        taken.forEach((method, decisions) -> row(size, method, decisions, fresh));
      }
    }
    document.write();
  }

  /** By method, each as often. */
  private Map<String, List<DecisionView>> measure(PacedGrid grid, int size) {
    final Map<String, List<DecisionView>> taken = new TreeMap<>(Comparator.reverseOrder());
    final String job = grid.submit(size, WORKERS);
    try {
      // The first round finds code that was never run.
      for (int round = -1; round < rounds; round++) {
        for (final String method : METHODS) {
          grid.migrate(job, WORKERS, method);
          grid.awaitWorkers(job, WORKERS);
          final DecisionView last = grid.decisions(job).getLast();
          if (!last.getChosen().equals(method)) {
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
      int size, String method, List<DecisionView> decisions, List<DecisionView> fresh) {
    final Sample lead = new Sample(decisions.stream().map(DecisionView::getLeadMillis).toList());
    final Sample stop =
        new Sample(decisions.stream().map(DecisionView::getDowntimeMillis).toList());
    final List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < decisions.size(); i++) {
      ratios.add(decisions.get(i).getLeadMillis() / fresh.get(i).getLeadMillis());
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
