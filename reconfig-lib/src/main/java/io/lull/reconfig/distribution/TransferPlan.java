package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * What moves where when data that some workers hold is divided anew. A pure function of its
 * arguments: every worker computes the same plan by itself.
 *
 * <p>The new ranks are given so that the least data moves: with workers of equal weight, every
 * renumbering is allowed and the best is found exactly (an assignment problem, as in PLUM: L.
 * Oliker and R. Biswas, "PLUM: parallel load balancing for adaptive unstructured meshes", 1998);
 * workers of unequal weight keep to the rectangles of their own weight.
 *
 * @param next the new distribution, ranks given
 * @param moves every piece that is copied, also those that stay on their worker
 * @param bytesMoved what goes from one worker to another
 * @param bytesLeast the least that any renumbering could move, whatever the weights
 */
public record TransferPlan(Distribution next, List<Move> moves, long bytesMoved, long bytesLeast) {

  /**
   * One rectangle of one grid.
   *
   * @param grid its index
   * @param sourceRank the old distribution's rank whose data it is
   */
  public record Move(int grid, int sourceRank, String from, String to, Region region) {
    public boolean local() {
      return from.equals(to);
    }
  }

  /**
   * @param parts the new distribution's workers; their order does not matter
   */
  public static TransferPlan of(List<Shape> shapes, List<Holding> held, List<Part> parts) {
    final List<Part> ordered = ordered(held, parts);
    final Distribution unnumbered = Distribution.of(shapes, ordered);
    final long[][] overlap = overlap(shapes, held, ordered, unnumbered);
    final long all = shapes.stream().mapToLong(s -> s.rows() * s.columns() * s.cellBytes()).sum();
    final long present = held.isEmpty() ? 0 : all;

    final int[] regionOfWorker =
        assign(
            overlap,
            (worker, region) -> ordered.get(worker).weight() == ordered.get(region).weight());
    final int[] best = assign(overlap, (worker, region) -> true);

    final Part[] byRank = new Part[ordered.size()];
    for (int worker = 0; worker < byRank.length; worker++) {
      byRank[regionOfWorker[worker]] = ordered.get(worker);
    }
    final Distribution next = new Distribution(List.of(byRank), unnumbered.regions());
    return new TransferPlan(
        next,
        moves(shapes.size(), held, next),
        present - total(overlap, regionOfWorker),
        present - total(overlap, best));
  }

  /**
   * Those who hold data first, by the rank they hold, then the others by name: the same on every
   * worker.
   */
  private static List<Part> ordered(List<Holding> held, List<Part> parts) {
    final Map<String, Integer> firstRank = new HashMap<>();
    for (final Holding holding : held) {
      firstRank.merge(holding.holder(), holding.rank(), Math::min);
    }
    return parts.stream()
        .sorted(
            Comparator.comparing((Part p) -> firstRank.getOrDefault(p.worker(), Integer.MAX_VALUE))
                .thenComparing(Part::worker))
        .toList();
  }

  /** Bytes that worker i holds of what region j will be. */
  private static long[][] overlap(
      List<Shape> shapes, List<Holding> held, List<Part> ordered, Distribution unnumbered) {
    final int n = ordered.size();
    final Map<String, Integer> index = new HashMap<>();
    for (int i = 0; i < n; i++) {
      index.put(ordered.get(i).worker(), i);
    }
    final long[][] overlap = new long[n][n];
    for (final Holding holding : held) {
      final Integer worker = index.get(holding.holder());
      if (worker == null) {
        continue;
      }
      for (int region = 0; region < n; region++) {
        for (int g = 0; g < shapes.size(); g++) {
          final Region common =
              holding.regions().get(g).intersect(unnumbered.regions().get(region).get(g));
          if (!common.isEmpty()) {
            overlap[worker][region] += common.cells() * shapes.get(g).cellBytes();
          }
        }
      }
    }
    return overlap;
  }

  private static int[] assign(long[][] overlap, BiPredicate<Integer, Integer> allowed) {
    final int n = overlap.length;
    long worst = 1;
    for (final long[] row : overlap) {
      for (final long bytes : row) {
        worst = Math.max(worst, bytes);
      }
    }
    final long forbidden = -worst * (n + 1L);
    final long[][] gain = new long[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        gain[i][j] = allowed.test(i, j) ? overlap[i][j] : forbidden;
      }
    }
    return Assignment.best(gain);
  }

  private static long total(long[][] overlap, int[] regionOfWorker) {
    long bytes = 0;
    for (int i = 0; i < overlap.length; i++) {
      bytes += overlap[i][regionOfWorker[i]];
    }
    return bytes;
  }

  private static List<Move> moves(int grids, List<Holding> held, Distribution next) {
    final List<Move> moves = new ArrayList<>();
    for (int g = 0; g < grids; g++) {
      for (final Holding holding : held) {
        for (int rank = 0; rank < next.size(); rank++) {
          final Region common = holding.regions().get(g).intersect(next.regions().get(rank).get(g));
          if (!common.isEmpty()) {
            moves.add(
                new Move(
                    g, holding.rank(), holding.holder(), next.parts().get(rank).worker(), common));
          }
        }
      }
    }
    return List.copyOf(moves);
  }
}
