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
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The cells that a simulated job computes, and what its workers give each other of them. They are
 * divided and moved by {@link TransferPlan}, as those of real programs are; what a cell has to be
 * at a safe point is known, so that a cell that is lost, old or another's is noticed. One thread.
 */
final class CellLedger {
  private static final int ROWS = 12;
  private static final int COLUMNS = 5;
  static final int CELLS = ROWS * COLUMNS;
  private static final List<Shape> SHAPES = List.of(new Shape(ROWS, COLUMNS, Long.BYTES));

  private final BiConsumer<Boolean, String> check;

  /** How cells are divided, by epoch. */
  private final Map<Long, Allotment> allotments = new HashMap<>();

  /** How they were when a generation was captured. */
  private final Map<Long, Allotment> captured = new HashMap<>();

  /** What workers give in the change to an epoch. */
  private final Map<Given, CellValues> given = new HashMap<>();

  /** What their pieces of a generation hold. */
  private final Map<Given, CellValues> pieces = new HashMap<>();

  /** Who has come to the end, by epoch. */
  private final Map<Long, Set<String>> completed = new HashMap<>();

  private @Nullable Question lastQuestion;
  private @Nullable TransferPlan lastPlan;

  /**
   * @param number of an epoch or of a generation
   */
  private record Given(long number, String worker) {}

  private record Question(Holding held, List<Part> parts) {}

  /**
   * @param check is told what has to hold, and whether it does
   */
  CellLedger(BiConsumer<Boolean, String> check) {
    this.check = check;
  }

  /** Nothing but a worker's own cells, as they have to be at its safe point. */
  void verify(String worker, CellValues cells) {
    for (int cell = 0; cell < CELLS; cell++) {
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
        .anyMatch(epoch ->
            allotments.getOrDefault(epoch.getKey(), Allotment.NONE).parts().stream()
                .map(Part::worker)
                .allMatch(epoch.getValue()::contains));
  }

  /** A worker is at the safe point of a change to this epoch. */
  void give(long epoch, String worker, CellValues cells) {
    given.put(new Given(epoch, worker), cells);
  }

  /** A worker's piece of a generation is written. */
  void capture(long generation, String worker, long epoch, CellValues cells) {
    final @Nullable Allotment now = allotments.get(epoch);
    check.accept(now != null, worker + " captures in epoch " + epoch + ", which nobody entered");
    if (now != null) {
      captured.put(generation, now);
    }
    pieces.put(new Given(generation, worker), cells);
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
   * @param holders of the piece of each worker that wrote one, by that worker's name
   * @return null: there is no such generation
   */
  @Nullable TransferPlan recovered(long generation, Map<String, String> holders, List<Part> parts) {
    final @Nullable Allotment held = captured.get(generation);
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
    final TransferPlan plan = TransferPlan.of(SHAPES, held, parts, Balance.EXACT);
    lastQuestion = question;
    lastPlan = plan;
    return plan;
  }

  /**
   * A worker enters an epoch, with what it gets by its plan.
   *
   * @param safePoint at which the epoch begins
   * @param generation from whose pieces; less than 0: from memory
   * @return its cells; null: it is none of the epoch's workers
   */
  @Nullable CellValues enter(
      TransferPlan plan, long epoch, String worker, long safePoint, long generation) {
    final Allotment next = plan.next();
    final @Nullable Allotment others = allotments.putIfAbsent(epoch, next);
    check.accept(
        others == null || others.equals(next),
        worker + " divides the cells of epoch " + epoch + " otherwise than others do");
    final int rank = next.rankOf(worker);
    if (rank < 0) {
      return null;
    }
    final CellValues cells = new CellValues(safePoint, new BitSet(CELLS), new long[CELLS]);
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
        final @Nullable CellValues from =
            generation < 0
                ? given.get(new Given(epoch, source))
                : pieces.get(new Given(generation, source));
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
