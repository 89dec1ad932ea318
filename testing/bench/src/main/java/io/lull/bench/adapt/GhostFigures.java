package io.lull.bench.adapt;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import java.util.List;

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
    new MoveCosts(METHODS, sizes, rounds, document).print();
    document.write();
  }
}
