package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * What moves where when data that some workers hold is divided anew. A pure function of its
 * arguments: every worker computes the same plan by itself.
 *
 * <p>The new ranks are given so that the least data moves. Among workers of equal weight the best
 * assignment of rectangles is found exactly (an assignment problem, as in PLUM: L. Oliker and R.
 * Biswas, "PLUM: parallel load balancing for adaptive unstructured meshes", 1998). Where weights
 * differ, the order of the weights decides how the grid is cut, so every order is tried; where
 * there are too many, the best is sought by exchanges.
 *
 * @param next the new distribution, ranks given
 * @param moves every piece that is copied, also those that stay on their worker
 * @param bytesMoved what goes from one worker to another
 * @param bytesLeast the least that any renumbering could move; where not every order of the weights
 *     could be tried, what would move if every worker could take every rectangle, which is less
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

  /** So many orders of the weights are tried at most. */
  private static final int MAX_ORDERS = 2_000;

  /**
   * One order of the weights, and who then takes which rectangle.
   *
   * @param regionOfWorker by place in the list of workers
   */
  private record Numbering(
      Distribution unnumbered,
      List<List<Long>> overlap,
      List<Integer> regionOfWorker,
      long bytesKept) {}

  /**
   * @param parts the new distribution's workers; their order does not matter
   */
  public static TransferPlan of(List<Shape> shapes, List<Holding> held, List<Part> parts) {
    final List<Part> workers = ordered(held, parts);
    final WeightOrders orders = new WeightOrders(workers.stream().map(Part::weight).toList());
    final Function<List<Double>, Numbering> number = order -> number(shapes, held, workers, order);
    final Numbering best =
        held.isEmpty()
            ? number.apply(orders.given())
            : orders.best(number, Numbering::bytesKept, MAX_ORDERS);
    final Part[] byRank = new Part[workers.size()];
    for (int worker = 0; worker < byRank.length; worker++) {
      byRank[best.regionOfWorker().get(worker)] = workers.get(worker);
    }
    final Distribution next = new Distribution(List.of(byRank), best.unnumbered().regions());
    final long all = shapes.stream().mapToLong(s -> s.rows() * s.columns() * s.cellBytes()).sum();
    final long present = held.isEmpty() ? 0 : all;
    final long most =
        orders.count(MAX_ORDERS) <= MAX_ORDERS
            ? best.bytesKept()
            : kept(best.overlap(), assign(best.overlap(), (worker, region) -> true));
    return new TransferPlan(
        next, moves(shapes.size(), held, next), present - best.bytesKept(), present - most);
  }

  /** Cuts the grids by weights in this order and gives each worker a rectangle of its weight. */
  private static Numbering number(
      List<Shape> shapes, List<Holding> held, List<Part> workers, List<Double> order) {
    final Distribution unnumbered =
        Distribution.of(shapes, order.stream().map(weight -> new Part("", weight)).toList());
    final List<List<Long>> overlap = overlap(shapes, held, workers, unnumbered);
    final List<Integer> regionOfWorker =
        assign(overlap, (worker, region) -> order.get(region).equals(workers.get(worker).weight()));
    return new Numbering(unnumbered, overlap, regionOfWorker, kept(overlap, regionOfWorker));
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
  private static List<List<Long>> overlap(
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
    return Arrays.stream(overlap).map(row -> Arrays.stream(row).boxed().toList()).toList();
  }

  private static List<Integer> assign(
      List<List<Long>> overlap, BiPredicate<Integer, Integer> allowed) {
    final int n = overlap.size();
    final long most =
        overlap.stream().flatMap(List::stream).mapToLong(Long::longValue).max().orElse(0);
    final long forbidden = -(most + 1) * (n + 1L);
    final long[][] gain = new long[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        gain[i][j] = allowed.test(i, j) ? overlap.get(i).get(j) : forbidden;
      }
    }
    return Arrays.stream(Assignment.best(gain)).boxed().toList();
  }

  private static long kept(List<List<Long>> overlap, List<Integer> regionOfWorker) {
    long bytes = 0;
    for (int i = 0; i < overlap.size(); i++) {
      bytes += overlap.get(i).get(regionOfWorker.get(i));
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
