package io.lull.bench.adapt;

import io.lull.bench.OptionPairs;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What adapting brings: the experiments of J. Weissman, <i>Predicting the Cost and Benefit of
 * Adapting Data Parallel Applications in Clusters</i>, JPDC 2002, and of S. Vadhiyar and J.
 * Dongarra, <i>Self Adaptivity in Grid Computing</i>, 2005.
 */
public final class AdaptFigures {
  public static final String USAGE =
      """
      lull bench adapt [--table 7 | --figure 5..8 | --sweep NAME] [--seeds K] [--seed N] [--size CELLS] [--seconds S] [--rounds K]
                       [--json FILE]
        --table 7       one of four computers is loaded as drawn at random (the default)
        --figure 5      the more loaded, the better it is to move; --figure 6: the later, the less anything pays
        --figure 7      what a move costs by each of four methods, for grids of four sizes
        --figure 8      four computers become free: how many to take, early and late
        --sweep NAME    size, load, time: all computers of a job are loaded and others are idle; how long the job is, how much
                        load there is, or when it comes, differs; opportunistic: another job ends
        --seeds K       of table 7: so many loads are drawn, each for a job under every policy; 10
        --seed N        of the first load; 1
        --size CELLS    on a side of the grid; 512
        --seconds S     what the job takes without a load; 40
        --rounds K      of the others: each row is measured so often; 1
      Each worker is on an agent of its own on this computer, and mostly asleep, for a time in proportion to its cells. A
      load makes a computer slower, and its agent sees it. As soon as a job's contract is broken, "migrate" moves the workers on
      loaded computers, and "balance" shares the data out by measured speeds, and once more after the load; "automatic" is what
      the coordinator does by itself.\
      """;

  private static final String TABLE = "--table";
  private static final String FIGURE = "--figure";
  private static final String SWEEP = "--sweep";
  private static final String SEEDS = "--seeds";
  private static final String SEED = "--seed";
  private static final String SIZE = "--size";
  private static final String SECONDS = "--seconds";
  private static final int THE_TABLE = 7;

  /** Figures that are made by a class of their own. */
  private static final int MOVES = 7;

  private static final int NEW_NODES = 8;

  private final int figure;
  private final String sweep;
  private final int seeds;
  private final int firstSeed;
  private final AdaptTerms terms;

  private AdaptFigures(OptionPairs options) {
    final int _ = options.whole(TABLE, THE_TABLE, THE_TABLE, THE_TABLE);
    figure = options.text(FIGURE).isEmpty() ? 0 : options.whole(FIGURE, 5, 8, 5);
    sweep = options.text(SWEEP).orElse("");
    if (!sweep.isEmpty() && !List.of("size", "load", "time", "opportunistic").contains(sweep)) {
      throw new IllegalArgumentException(
          SWEEP + ": '" + sweep + "' is none of size, load, time and opportunistic");
    }
    if (List.of(options.text(TABLE), options.text(FIGURE), options.text(SWEEP)).stream()
            .filter(Optional::isPresent)
            .count()
        > 1) {
      throw new IllegalArgumentException(
          "only one of " + TABLE + ", " + FIGURE + " and " + SWEEP + " can be measured at a time");
    }
    seeds = options.whole(SEEDS, 100, 10);
    firstSeed = options.whole(SEED, 1_000_000, 1);
    terms =
        new AdaptTerms(
            options.whole(SIZE, 64, 1 << 12, 512),
            options.whole(SECONDS, 2, 600, 40),
            options.whole(OptionPairs.ROUNDS, 100, 1),
            options.document());
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static AdaptFigures of(List<String> words) {
    return new AdaptFigures(
        OptionPairs.read(
            words,
            TABLE,
            FIGURE,
            SWEEP,
            SEEDS,
            SEED,
            SIZE,
            SECONDS,
            OptionPairs.ROUNDS,
            OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    if (figure == MOVES) {
      new MoveCosts(
              List.of("migrate", "nonblocking", "streaming", "ghost"),
              List.of(256, 1024, 2048, 4096),
              terms.rounds(),
              terms.document())
          .print();
    } else if (figure == NEW_NODES) {
      NewNodes.FIGURE_8.print(terms);
    } else if (sweep.equals("opportunistic")) {
      NewNodes.OPPORTUNISTIC.print(terms);
    } else if (figure > 0) {
      LoadSweep.valueOf("FIGURE_" + figure).print(terms);
    } else if (!sweep.isEmpty()) {
      LoadSweep.valueOf(sweep.toUpperCase(Locale.ROOT)).print(terms);
    } else {
      RandomLoads.print(terms, firstSeed, seeds);
    }
    terms.document().write();
  }
}
