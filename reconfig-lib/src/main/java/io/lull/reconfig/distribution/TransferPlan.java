package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The transfers of a change that divides data of present workers again. A pure function of its
 * arguments: every worker computes the same plan by itself.
 *
 * <p>Where the cuts are is chosen so that the least data moves, of two ways:
 *
 * <ul>
 *   <li>The cuts in force are reshaped: each worker keeps as much of its box as the bound on the
 *       balance lets it ({@link CutSearch}).
 *   <li>The cuts are made afresh, as even as can be ({@link RecursiveBisection#of}). Where weights
 *       differ, their order decides where the cuts are, so every order is tried; where there are
 *       too many, the best is sought by exchanges. With {@link Balance#EXACT}, and where no grid is
 *       divided by bisection, this is the only way.
 * </ul>
 *
 * <p>What is dealt out is the same in every order ({@link Dealing}). Its lines are dealt out by
 * weight, unless other grids are not dealt out: these then decide who takes which rank.
 *
 * <p>With the cuts given, ranks are given so that the least data moves; see {@link
 * Succession#leastMovement}.
 *
 * @param before the allotment of the data, none when there is none yet
 * @param next the new allotment, ranks given
 * @param moves all that is copied, also what stays on its worker
 * @param bytesMoved what goes from one worker to another
 */
public record TransferPlan(Allotment before, Allotment next, List<Move> moves, long bytesMoved) {

  /**
   * What one rank of one grid gives to one other.
   *
   * @param grid its index
   * @param sourceRank the old allotment's rank whose data it is
   * @param indices never empty; a box unless the grid is dealt out
   */
  public record Move(int grid, int sourceRank, String from, String to, IndexSet indices) {
    public boolean local() {
      return from.equals(to);
    }

    /** Of a move that is a box. */
    public Region region() {
      return Region.of(indices);
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
   */
  private record Numbering(
      List<Distribution> grids, List<Integer> regionOfWorker, long bytesKept) {}

  /**
   * What is planned, as all numberings see it.
   *
   * @param weights of the workers; where all is dealt out, the turns that they are to have
   * @param before by grid, the boxes of the data that is held
   * @param dealing by grid, of what is dealt out, how it will be: region j is worker j's
   * @param dealt bytes of dealt grids that worker i holds of what region j will be
   */
  private record Question(
      List<Shape> shapes,
      Holding held,
      List<Part> workers,
      List<Double> weights,
      List<List<Region>> before,
      Map<Integer, BlockCyclic> dealing,
      List<long[]> dealt) {
    static Question of(
        List<Shape> shapes, Holding held, List<Part> workers, Map<Integer, BlockCyclic> dealing) {
      final List<Double> weights =
          isAllDealt(shapes)
              ? IntStream.range(0, workers.size())
                  .mapToObj(worker -> turnsOf(dealing.values(), worker))
                  .toList()
              : workers.stream().map(Part::weight).toList();
      return new Question(
          shapes,
          held,
          workers,
          weights,
          held.allotment().grids().stream().map(Distribution::regions).toList(),
          dealing,
          List.of(dealtOverlap(shapes, held, workers, dealing)));
    }

    /** Cut for weights in this order. */
    List<Distribution> cut(List<Double> order) {
      final List<Distribution> grids = new ArrayList<>(Allotment.cut(shapes, order));
      dealing.forEach(grids::set);
      return grids;
    }

    boolean isBisected(int grid) {
      return shapes.get(grid).division() instanceof Division.Bisection;
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
    final List<Part> workers = ordered(held, parts);
    final Map<Integer, BlockCyclic> kept = dealtAgain(shapes, held, workers);
    final Map<Integer, BlockCyclic> inOrder = dealtAgain(shapes, Holding.NOTHING, workers);
    final Numbering again = best(Question.of(shapes, held, workers, kept), balance);
    final Numbering best =
        kept.equals(inOrder)
            ? again
            : Stream.of(again, best(Question.of(shapes, held, workers, inOrder), balance))
                .max(Comparator.comparingLong(Numbering::bytesKept))
                .orElseThrow();
    final Part[] byRank = new Part[parts.size()];
    for (int worker = 0; worker < byRank.length; worker++) {
      byRank[best.regionOfWorker().get(worker)] = workers.get(worker);
    }
    final Allotment next = new Allotment(List.of(byRank), best.grids());
    final long present = held.isEmpty() ? 0 : shapes.stream().mapToLong(Shape::bytes).sum();
    return new TransferPlan(held.allotment(), next, moves(held, next), present - best.bytesKept());
  }

  static boolean isAllDealt(List<Shape> shapes) {
    return shapes.stream().allMatch(shape -> shape.division().isDealt());
  }

  /** The turns of a rank in all grids. */
  static double turnsOf(Collection<? extends Distribution> grids, int rank) {
    return grids.stream()
        .mapToInt(grid -> grid instanceof BlockCyclic dealt ? dealt.turnsOf(rank) : 0)
        .sum();
  }

  private static Numbering best(Question question, Balance balance) {
    final Numbering afresh = afresh(question);
    return question.held().isEmpty()
            || balance.equals(Balance.EXACT)
            || IntStream.range(0, question.shapes().size()).noneMatch(question::isBisected)
        ? afresh
        : reshaped(question, balance)
            .filter(numbering -> numbering.bytesKept() > afresh.bytesKept())
            .orElse(afresh);
  }

  private static Numbering afresh(Question question) {
    final WeightOrders orders = new WeightOrders(question.weights());
    final Function<List<Double>, Numbering> number =
        order -> number(question, order, question.cut(order));
    if (question.held().isEmpty() || isAllDealt(question.shapes())) {
      return number.apply(orders.given());
    }
    final long n = question.workers().size();
    final int exchanges = Math.clamp(MOST_STEPS / (n * n * n), LEAST_EXCHANGES, MOST_ORDERS);
    return orders.best(number, Numbering::bytesKept, MOST_ORDERS, exchanges);
  }

  private static Optional<Numbering> reshaped(Question question, Balance balance) {
    final Map<Extents, Optional<RecursiveBisection>> found = new HashMap<>();
    final List<Distribution> grids = question.cut(question.weights());
    for (int g = 0; g < grids.size(); g++) {
      final int grid = g;
      if (!question.isBisected(grid)) {
        continue;
      }
      final Optional<RecursiveBisection> cuts =
          found.computeIfAbsent(
              question.shapes().get(g).extents(),
              extents ->
                  new CutSearch(extents, held(question, grid), question.weights(), balance).find());
      if (cuts.isEmpty()) {
        return Optional.empty();
      }
      grids.set(g, cuts.get());
    }
    return Optional.of(number(question, question.weights(), grids));
  }

  /** What each worker holds of a grid. */
  private static List<List<IndexSet>> held(Question question, int grid) {
    final List<List<IndexSet>> held = new ArrayList<>();
    final Distribution before = question.held().allotment().grids().get(grid);
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
  private static Numbering number(Question question, List<Double> order, List<Distribution> grids) {
    final long[][] overlap = overlap(question, grids);
    final int[] regionOfWorker =
        Assignment.best(
            overlap, (worker, region) -> order.get(region).equals(question.weights().get(worker)));
    final long kept = Assignment.gain(overlap, regionOfWorker);
    return new Numbering(grids, Arrays.stream(regionOfWorker).boxed().toList(), kept);
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
  private static long[][] overlap(Question question, List<Distribution> grids) {
    final int n = question.workers().size();
    final long[][] overlap = question.dealt().stream().map(long[]::clone).toArray(long[][]::new);
    final Map<String, Integer> place = places(question.workers());
    final Holding held = question.held();
    for (int g = 0; g < grids.size() && !held.isEmpty(); g++) {
      if (question.shapes().get(g).division().isDealt()) {
        continue;
      }
      final List<Region> before = question.before().get(g);
      final List<Region> after = grids.get(g).regions();
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

  /** How what is dealt out will be, by grid: as it is, but for those who come and go. */
  private static Map<Integer, BlockCyclic> dealtAgain(
      List<Shape> shapes, Holding held, List<Part> workers) {
    final Map<Integer, BlockCyclic> dealing = new HashMap<>();
    final Map<String, Integer> place = places(workers);
    final boolean weighted = isAllDealt(shapes);
    final List<Double> weights =
        workers.stream().map(worker -> weighted ? worker.weight() : 1).toList();
    for (int g = 0; g < shapes.size(); g++) {
      final Shape shape = shapes.get(g);
      if (shape.division() instanceof Division.Dealt dealt) {
        final List<Integer> present =
            held.isEmpty() || !(held.allotment().grids().get(g) instanceof BlockCyclic before)
                ? List.of()
                : dealt.turns(before).stream()
                    .map(rank -> place.getOrDefault(held.holders().get(rank), Dealing.NOBODY))
                    .toList();
        dealing.put(
            g,
            (dealt.fromLast() == 0
                    ? Optional.<List<Integer>>empty()
                    : Dealing.next(present, weights))
                .map(turns -> dealt.byTurns(shape.extents(), turns))
                .orElseGet(() -> dealt.among(shape.extents(), workers.size())));
      }
    }
    return dealing;
  }

  /** The part of it that is the same whatever the order of the weights. */
  private static long[][] dealtOverlap(
      List<Shape> shapes, Holding held, List<Part> workers, Map<Integer, BlockCyclic> dealing) {
    final long[][] overlap = new long[workers.size()][workers.size()];
    final Map<String, Integer> place = places(workers);
    dealing.forEach((g, next) -> {
      if (held.isEmpty()) {
        return;
      }
      for (final Redistribution.Transfer transfer :
          Redistribution.transfers(held.allotment().grids().get(g), next)) {
        final @Nullable Integer worker = place.get(held.holders().get(transfer.source()));
        if (worker != null) {
          overlap[worker][transfer.target()] +=
              transfer.indices().cells() * shapes.get(g).cellBytes();
        }
      }
    });
    return overlap;
  }

  private static Map<String, Integer> places(List<Part> workers) {
    final Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < workers.size(); i++) {
      places.put(workers.get(i).worker(), i);
    }
    return places;
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
                transfer.indices()));
      }
    }
    return moves;
  }
}
