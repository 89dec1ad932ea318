package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What moves where when data that some workers hold is divided anew. A pure function of its
 * arguments: every worker computes the same plan by itself.
 *
 * <p>Where the cuts are is chosen so that the least data moves, of two ways:
 *
 * <ul>
 *   <li>The cuts in force are reshaped: each worker keeps as much of its box as the bound on the
 *       balance lets it ({@link CutSearch}).
 *   <li>The cuts are made afresh, as even as can be ({@link RecursiveBisection#of}). Where weights
 *       differ, their order decides where the cuts are, so every order is tried; where there are
 *       too many, the best is sought by exchanges. With {@link Balance#EXACT} this is the only way.
 * </ul>
 *
 * <p>With the cuts given, ranks are given so that the least data moves; see {@link
 * Succession#leastMovement}.
 *
 * @param next the new allotment, ranks given
 * @param moves every box that is copied, also those that stay on their worker
 * @param bytesMoved what goes from one worker to another
 * @param bytesLeast the least that any renumbering could move: of cuts made afresh over every order
 *     of the weights, and where there are too many orders, what would move if every worker could
 *     take every box, which is less; of reshaped cuts, as they are
 */
public record TransferPlan(Allotment next, List<Move> moves, long bytesMoved, long bytesLeast) {

  /**
   * One box of one grid.
   *
   * @param grid its index
   * @param sourceRank the old allotment's rank whose data it is
   */
  public record Move(int grid, int sourceRank, String from, String to, Region region) {
    public boolean local() {
      return from.equals(to);
    }
  }

  /** Up to so many orders of the weights are all tried. */
  private static final int MOST_ORDERS = 2_000;

  /** Beyond, as many exchanges are tried as assignments take so many steps in all, n³ each. */
  private static final long MOST_STEPS = 10_000_000;

  /** But at least so many. */
  private static final int LEAST_EXCHANGES = 50;

  /**
   * Cuts, and who then takes which box.
   *
   * @param regionOfWorker by place in the list of workers
   * @param bytesKept that stay on their worker
   * @param bytesMost that could, in the best numbering
   */
  private record Numbering(
      List<RecursiveBisection> grids,
      List<Integer> regionOfWorker,
      long bytesKept,
      long bytesMost) {}

  /** What is planned, as all numberings see it. */
  private record Question(List<Shape> shapes, Holding held, List<Part> workers) {
    List<Double> weights() {
      return workers.stream().map(Part::weight).toList();
    }
  }

  public TransferPlan {
    moves = List.copyOf(moves);
  }

  /**
   * @param parts the new workers; their order does not matter
   */
  public static TransferPlan of(
      List<Shape> shapes, Holding held, List<Part> parts, Balance balance) {
    final Question question = new Question(shapes, held, ordered(held, parts));
    final Numbering afresh = afresh(question);
    final Numbering best =
        held.isEmpty() || balance.equals(Balance.EXACT)
            ? afresh
            : reshaped(question, balance)
                .filter(numbering -> numbering.bytesKept() > afresh.bytesKept())
                .orElse(afresh);
    final Part[] byRank = new Part[parts.size()];
    for (int worker = 0; worker < byRank.length; worker++) {
      byRank[best.regionOfWorker().get(worker)] = question.workers().get(worker);
    }
    final Allotment next = new Allotment(List.of(byRank), best.grids());
    final long present = held.isEmpty() ? 0 : shapes.stream().mapToLong(Shape::bytes).sum();
    return new TransferPlan(
        next, moves(held, next), present - best.bytesKept(), present - best.bytesMost());
  }

  private static Numbering afresh(Question question) {
    final WeightOrders orders = new WeightOrders(question.weights());
    final Function<List<Double>, Numbering> number =
        order -> number(question, order, Allotment.cut(question.shapes(), order));
    if (question.held().isEmpty()) {
      return number.apply(orders.given());
    }
    final long n = question.workers().size();
    final int exchanges = Math.clamp(MOST_STEPS / (n * n * n), LEAST_EXCHANGES, MOST_ORDERS);
    final Numbering best = orders.best(number, Numbering::bytesKept, MOST_ORDERS, exchanges);
    if (orders.count(MOST_ORDERS) <= MOST_ORDERS) {
      return best;
    }
    final long[][] overlap = overlap(question, best.grids());
    final long most = Assignment.gain(overlap, Assignment.best(overlap, (w, region) -> true));
    return new Numbering(best.grids(), best.regionOfWorker(), best.bytesKept(), most);
  }

  private static Optional<Numbering> reshaped(Question question, Balance balance) {
    final Map<Extents, Optional<RecursiveBisection>> found = new HashMap<>();
    final List<RecursiveBisection> grids = new ArrayList<>();
    for (int g = 0; g < question.shapes().size(); g++) {
      final int grid = g;
      final Optional<RecursiveBisection> cuts =
          found.computeIfAbsent(
              question.shapes().get(g).extents(),
              extents ->
                  new CutSearch(extents, held(question, grid), question.weights(), balance).find());
      if (cuts.isEmpty()) {
        return Optional.empty();
      }
      grids.add(cuts.get());
    }
    return Optional.of(number(question, question.weights(), grids));
  }

  /** What each worker holds of a grid. */
  private static List<List<IndexSet>> held(Question question, int grid) {
    final List<List<IndexSet>> held = new ArrayList<>();
    final RecursiveBisection before = question.held().allotment().grids().get(grid);
    for (final Part worker : question.workers()) {
      final List<IndexSet> boxes = new ArrayList<>();
      for (int rank = 0; rank < before.size(); rank++) {
        if (question.held().holders().get(rank).equals(worker.worker())) {
          boxes.add(before.owned(rank));
        }
      }
      held.add(boxes);
    }
    return held;
  }

  /** Gives each worker a box that was cut for its weight. */
  private static Numbering number(
      Question question, List<Double> order, List<RecursiveBisection> grids) {
    final long[][] overlap = overlap(question, grids);
    final int[] regionOfWorker =
        Assignment.best(
            overlap,
            (worker, region) -> order.get(region).equals(question.workers().get(worker).weight()));
    final long kept = Assignment.gain(overlap, regionOfWorker);
    return new Numbering(grids, Arrays.stream(regionOfWorker).boxed().toList(), kept, kept);
  }

  /**
   * Those who hold data first, by the rank they hold, then the others by name: the same on every
   * worker.
   */
  private static List<Part> ordered(Holding held, List<Part> parts) {
    final Map<String, Integer> firstRank = new HashMap<>();
    for (int rank = 0; rank < held.holders().size(); rank++) {
      firstRank.putIfAbsent(held.holders().get(rank), rank);
    }
    return parts.stream()
        .sorted(
            Comparator.comparing((Part p) -> firstRank.getOrDefault(p.worker(), Integer.MAX_VALUE))
                .thenComparing(Part::worker))
        .toList();
  }

  /** Bytes that worker i holds of what region j will be. */
  private static long[][] overlap(Question question, List<RecursiveBisection> grids) {
    final int n = question.workers().size();
    final long[][] overlap = new long[n][n];
    final Map<String, Integer> place = new HashMap<>();
    for (int i = 0; i < n; i++) {
      place.put(question.workers().get(i).worker(), i);
    }
    final Holding held = question.held();
    for (int g = 0; g < grids.size() && !held.isEmpty(); g++) {
      final List<Region> before = held.allotment().regions(g);
      final List<Region> after = grids.get(g).boxes().stream().map(Region::of).toList();
      final int cellBytes = question.shapes().get(g).cellBytes();
      for (int rank = 0; rank < before.size(); rank++) {
        final @Nullable Integer worker = place.get(held.holders().get(rank));
        for (int region = 0; worker != null && region < n; region++) {
          overlap[worker][region] +=
              before.get(rank).intersect(after.get(region)).cells() * cellBytes;
        }
      }
    }
    return overlap;
  }

  private static List<Move> moves(Holding held, Allotment next) {
    final List<Move> moves = new ArrayList<>();
    for (int g = 0; g < held.allotment().grids().size(); g++) {
      for (final Redistribution.Transfer transfer :
          Redistribution.transfers(held.allotment().grids().get(g), next.grids().get(g))) {
        moves.add(
            new Move(
                g,
                transfer.source(),
                held.holders().get(transfer.source()),
                next.parts().get(transfer.target()).worker(),
                Region.of(transfer.indices())));
      }
    }
    return moves;
  }
}
