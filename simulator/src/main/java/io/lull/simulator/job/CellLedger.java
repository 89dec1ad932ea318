package io.lull.simulator.job;

import io.lull.reconfig.distribution.Allotment;
import io.lull.reconfig.distribution.Balance;
import io.lull.reconfig.distribution.Holding;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.distribution.TransferPlan;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The cells that a simulated job computes, and what its workers give each other of them. They are
 * divided and moved by {@link TransferPlan}, as those of real programs are; what a cell has to be
 * at a safe point is known, so that a cell that is lost, old or another's is noticed. One thread.
 */
final class CellLedger {
  private static final int FEWEST_ROWS = 12;
  private static final int COLUMNS = 5;

  private final BiConsumer<Boolean, String> check;
  private final int cellCount;
  private final List<Shape> shapes;

  /** How cells are divided, by epoch. */
  private final Map<Long, Allotment> allotments = new HashMap<>();

  /** What workers give in the change to an epoch. */
  private final Map<Given, CellValues> given = new HashMap<>();

  /** What was written to pieces, by their names: parities are of that. */
  private final Map<String, CellValues> written = new HashMap<>();

  /** Who has come to the end, by epoch. */
  private final Map<Long, Set<String>> completed = new HashMap<>();

  private @Nullable Question lastQuestion;
  private @Nullable TransferPlan lastPlan;

  /**
   * @param worker that had computed it
   */
  private record Given(long epoch, String worker) {}

  private record Question(Holding held, List<Part> parts) {}

  /**
   * @param mostWorkers among which the cells can be divided
   * @param check is told what has to hold, and whether it does
   */
  CellLedger(int mostWorkers, BiConsumer<Boolean, String> check) {
    this.check = check;
    final int rows = Math.max(FEWEST_ROWS, mostWorkers);
    this.cellCount = rows * COLUMNS;
    this.shapes = List.of(new Shape(rows, COLUMNS, Long.BYTES));
  }

  /** Checks that all cells of a worker are as they have to be at its safe point. */
  void verify(String worker, CellValues cells) {
    for (int cell = 0; cell < cellCount; cell++) {
      check.accept(
          !cells.owned.get(cell)
              || cells.values[cell] == CellValues.expected(cell, cells.safePoint()),
          worker + " has a wrong value in cell " + cell + " at safe point " + cells.safePoint());
    }
  }

  /** A worker has come to the end. */
  void complete(long epoch, String worker) {
    completed.computeIfAbsent(epoch, _ -> new HashSet<>()).add(worker);
  }

  /** Whether all workers of some epoch have come to the end. */
  boolean isComplete() {
    return completed.entrySet().stream()
        .anyMatch(epoch -> isComplete(allotments.get(epoch.getKey()), epoch.getValue()));
  }

  private static boolean isComplete(@Nullable Allotment entered, Set<String> workers) {
    return entered != null
        && entered.parts().stream().map(Part::worker).allMatch(workers::contains);
  }

  /** There is what a worker had at the safe point of a change to this epoch, or in its piece. */
  void give(long epoch, String worker, CellValues cells) {
    given.put(new Given(epoch, worker), cells);
  }

  /** A worker writes its cells to a piece. */
  void write(String piece, String worker, @Nullable CellValues cells) {
    check.accept(cells != null, worker + " writes piece " + piece + " and has no cells");
    if (cells != null) {
      written.put(piece, cells);
    }
  }

  /** What is decoded from a piece's parities. */
  Optional<CellValues> written(String piece) {
    return Optional.ofNullable(written.get(piece));
  }

  /**
   * How cells are divided from memory in the change from one epoch to another.
   *
   * @return null: nobody has entered the epoch
   */
  @Nullable TransferPlan live(long before, List<Part> parts) {
    final @Nullable Allotment held = allotments.get(before);
    return held == null ? null : plan(held.held(), parts);
  }

  /**
   * The same from the pieces of a generation.
   *
   * @param captured the epoch that wrote them
   * @param holders of the piece of each worker that wrote one, by that worker's name
   * @return null: nobody has entered the epoch
   */
  @Nullable TransferPlan recovered(long captured, Map<String, String> holders, List<Part> parts) {
    final @Nullable Allotment held = allotments.get(captured);
    if (held == null) {
      return null;
    }
    final List<String> byRank =
        held.parts().stream().map(part -> holders.getOrDefault(part.worker(), "")).toList();
    return plan(new Holding(held, byRank), parts);
  }

  /** The same at the beginning. */
  TransferPlan fresh(List<Part> parts) {
    return plan(Holding.NOTHING, parts);
  }

  /** All workers ask the same. */
  private TransferPlan plan(Holding held, List<Part> parts) {
    final Question question = new Question(held, parts);
    final @Nullable TransferPlan before = lastPlan;
    if (before != null && question.equals(lastQuestion)) {
      return before;
    }
    final TransferPlan plan = TransferPlan.of(shapes, held, parts, Balance.EXACT);
    lastQuestion = question;
    lastPlan = plan;
    return plan;
  }

  /**
   * A worker enters an epoch, with what it gets by its plan.
   *
   * @param plan null: there is no data that it could go on from
   * @param safePoint at which the epoch begins
   * @return its cells; null: it is none of the epoch's workers
   */
  @Nullable CellValues enter(
      @Nullable TransferPlan plan, long epoch, String worker, long safePoint) {
    check.accept(plan != null, worker + " enters epoch " + epoch + " from data that is not there");
    return plan == null ? null : entered(plan, epoch, worker, safePoint);
  }

  private @Nullable CellValues entered(
      TransferPlan plan, long epoch, String worker, long safePoint) {
    final Allotment next = plan.next();
    final @Nullable Allotment others = allotments.putIfAbsent(epoch, next);
    check.accept(
        others == null || others.equals(next),
        worker + " divides the cells of epoch " + epoch + " otherwise than others do");
    final int rank = next.rankOf(worker);
    if (rank < 0) {
      return null;
    }
    final CellValues cells = new CellValues(safePoint, new BitSet(cellCount), new long[cellCount]);
    if (plan.before().equals(Allotment.NONE)) {
      each(
          next,
          rank,
          cell -> {
            cells.owned.set(cell);
            cells.values[cell] = CellValues.expected(cell, safePoint);
          });
      return cells;
    }
    for (final TransferPlan.Move move : plan.moves()) {
      if (move.to().equals(worker)) {
        final String source = plan.before().parts().get(move.sourceRank()).worker();
        final @Nullable CellValues from = given.get(new Given(epoch, source));
        check.accept(
            from != null && from.safePoint() == safePoint,
            worker
                + " enters epoch "
                + epoch
                + " at safe point "
                + safePoint
                + " with cells of "
                + source
                + (from == null ? ", which gave none" : " at " + from.safePoint()));
        if (from != null) {
          take(move, from, cells, worker);
        }
      }
    }
    each(
        next,
        rank,
        cell -> check.accept(cells.owned.get(cell), worker + " has not got cell " + cell));
    verify(worker, cells);
    return cells;
  }

  private void take(TransferPlan.Move move, CellValues from, CellValues to, String worker) {
    move.indices()
        .forEachLine((start, length) -> {
          for (long column = start[1]; column < start[1] + length; column++) {
            final int cell = Math.toIntExact(start[0] * COLUMNS + column);
            check.accept(from.owned.get(cell), move.from() + " gives a cell that it has not");
            check.accept(!to.owned.get(cell), worker + " gets cell " + cell + " twice");
            to.owned.set(cell);
            to.values[cell] = from.values[cell];
          }
        });
  }

  private interface CellVisitor {
    void visit(int cell);
  }

  private static void each(Allotment allotment, int rank, CellVisitor visitor) {
    allotment
        .grids()
        .getFirst()
        .owned(rank)
        .forEachLine((start, length) -> {
          for (long column = start[1]; column < start[1] + length; column++) {
            visitor.visit(Math.toIntExact(start[0] * COLUMNS + column));
          }
        });
  }
}
