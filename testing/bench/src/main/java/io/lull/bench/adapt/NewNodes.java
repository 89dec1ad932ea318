package io.lull.bench.adapt;

import io.lull.bench.FigureDocument;
import io.lull.protocol.wire.JobView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Computers become free while a job computes: how many it should take. Figure 8 of J. Weissman,
 * <i>Predicting the Cost and Benefit of Adapting Data Parallel Applications in Clusters</i>, JPDC
 * 2002; and the opportunistic rescheduling of S. Vadhiyar and J. Dongarra, <i>Self Adaptivity in
 * Grid Computing</i>, 2005, where another job ends.
 */
enum NewNodes {
  /** They are announced. */
  FIGURE_8(4, "in the paper the number chosen was always right, and better than taking all") {
    @Override
    Freeing hold(PacedGrid grid, List<String> nodes) {
      nodes.forEach(node -> grid.client().drain(node, 0));
      return () -> nodes.forEach(node -> grid.client().undrain(node));
    }
  },
  /** Another job has them, and ends. */
  OPPORTUNISTIC(2, "in the paper the job was rightly moved in both cases") {
    @Override
    Freeing hold(PacedGrid grid, List<String> nodes) {
      final String other = grid.submit(SMALL, nodes.size());
      grid.awaitWorkers(other, nodes.size());
      return () -> grid.client().cancel(other);
    }
  };

  private static final int WORKERS = 2;

  /** As a number of computers. */
  private static final int AUTOMATIC = -1;

  private static final int SMALL = 64;
  private static final List<Integer> PARTS = List.of(10, 50, 80, 95);
  private static final int MOST_TIMES_SLOWER = 30;

  /** What makes the computers free. */
  interface Freeing {
    void run();
  }

  private final int fresh;
  private final String finding;

  /**
   * @param fresh so many become free
   */
  NewNodes(int fresh, String finding) {
    this.fresh = fresh;
    this.finding = finding;
  }

  /** Keeps these from the job that is submitted next. */
  abstract Freeing hold(PacedGrid grid, List<String> nodes);

  /** How many of them a job without a choice takes. */
  private List<Integer> taken() {
    return fresh > 2 ? List.of(0, 1, 2, fresh) : List.of(0, fresh);
  }

  void print(AdaptTerms terms) throws Exception {
    System.out.print("| free after |");
    taken().forEach(each -> System.out.print(" takes " + each + " |"));
    System.out.println(" automatic | beside the best fixed one | and took |");
    System.out.println("| --- |" + " --- |".repeat(taken().size() + 3));
    terms.on(
        WORKERS + fresh,
        grid -> {
          for (int round = 0; round < terms.rounds(); round++) {
            for (final int part : PARTS) {
              row(grid, terms, part, round);
            }
          }
        });
    System.out.println("For comparison, " + finding + ".");
  }

  private void row(PacedGrid grid, AdaptTerms terms, int part, int turn) {
    final PacedJob shape = new PacedJob(WORKERS, terms.size(), terms.seconds());
    final double atSeconds = terms.seconds() * part / 100.0;
    final List<Integer> order = new ArrayList<>(taken());
    order.add(AUTOMATIC);
    Collections.rotate(order, turn);
    final FigureDocument document = terms.document();
    final var figures = document.row().put("percent", part);
    final List<String> cells = new ArrayList<>(Collections.nCopies(order.size(), ""));
    double best = Double.MAX_VALUE;
    double automatic = 0;
    int took = 0;
    for (final int each : order) {
      final Growth grown = run(grid, shape, each, atSeconds);
      if (each == AUTOMATIC) {
        automatic = grown.seconds;
        took = grown.workers - WORKERS;
        figures.put("automatic", automatic).put("took", took);
      } else {
        best = Math.min(best, grown.seconds);
        figures.put("takes" + each, grown.seconds);
      }
      cells.set(
          each == AUTOMATIC ? taken().size() : taken().indexOf(each),
          String.format(Locale.ROOT, "%.1f s", grown.seconds));
    }
    System.out.printf(
        Locale.ROOT,
        "| %d %% of the job | %s | %.2f | %d |%n",
        part,
        String.join(" | ", cells),
        automatic / best,
        took);
  }

  /**
   * @param takes so many of the computers that become free; below 0: as the coordinator decides
   */
  private Growth run(PacedGrid grid, PacedJob shape, int takes, double atSeconds) {
    final Growth growth = new Growth(hold(grid, grid.last(fresh)), atSeconds);
    final String job =
        grid.client()
            .submit(
                shape
                    .spec(grid, WORKERS + (takes < 0 ? fresh : takes))
                    // Where the end is not known, all that is offered is taken.
                    .addParameters(PacedGrid.parameter(PacedProgram.END_KNOWN, takes < 0 ? 1 : 0))
                    .build())
            .getJob();
    grid.awaitWorkers(job, WORKERS);
    try {
      growth.seconds =
          grid.compute(job, Duration.ofSeconds((long) MOST_TIMES_SLOWER * shape.seconds()), growth);
      return growth;
    } finally {
      growth.free();
      grid.awaitIdle();
    }
  }

  /** A job, and computers that become free while it computes. */
  private static final class Growth implements PacedGrid.Meanwhile {
    private final Freeing freeing;
    private final double atSeconds;
    private boolean freed;

    /** The most that it had. */
    private int workers;

    /** How long it computed. */
    private double seconds;

    Growth(Freeing freeing, double atSeconds) {
      this.freeing = freeing;
      this.atSeconds = atSeconds;
    }

    @Override
    public void happens(JobView job, double elapsedSeconds) {
      workers = Math.max(workers, members(job));
      if (elapsedSeconds >= atSeconds) {
        free();
      }
    }

    void free() {
      if (!freed) {
        freed = true;
        freeing.run();
      }
    }
  }

  private static int members(JobView view) {
    return (int)
        view.getWorkersList().stream()
            .filter(worker -> worker.getState().equals("computing"))
            .count();
  }
}
