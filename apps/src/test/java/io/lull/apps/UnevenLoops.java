package io.lull.apps;

import io.lull.reconfig.Pace;
import io.lull.reconfig.Value;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.FloatArray;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.LongArray;
import io.lull.reconfig.forkjoin.LoopSchedule;
import io.lull.reconfig.forkjoin.ParallelLoop;
import io.lull.reconfig.forkjoin.RowStencil;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Team;
import io.lull.reconfig.stencil.Stencil;

/**
 * Loops whose later iterations take much longer than their first ones, under a schedule: over
 * arrays of all dimensions, with borders, rows of others, sums and numbers.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class UnevenLoops implements ForkJoinProgram {
  private static final double MOST_ADDED = 1 << 20;
  private static final int COLUMNS = 5;
  private static final RowStencil AROUND =
      RowStencil.of(Stencil.at(-2, 0).plus(Stencil.south()).plus(Stencil.west()).times(0.25));

  private int count;
  private int rounds;
  private int work;
  private boolean countsLent;
  private Pace pace;
  private DoubleArray nodes;
  private DoubleArray next;
  private DoubleArray costs;
  private DoubleArray table;
  private DoubleArray smooth;
  private FloatArray box;
  private DoubleArray all;
  private DoubleArray added;
  private LongArray processes;
  private LoopSchedule schedule;
  private Value sum;
  private Value lent;

  @Override
  public void declare(SharedSpace space) {
    count = (int) space.parameters().integer("count", 60, 3, 1000);
    rounds = (int) space.parameters().integer("rounds", 25, 1, 10_000);
    work = (int) space.parameters().integer("work", 0, 0, 1_000_000);
    countsLent = space.parameters().has("lent");
    pace = Pace.of(space.parameters());
    nodes = space.doubles("nodes", SharedShape.of(count).withHalo(1));
    next = space.doubles("next", SharedShape.of(count));
    costs = space.doubles("costs", SharedShape.of(count));
    table = space.doubles("table", SharedShape.of(count, COLUMNS).withHalo(2));
    smooth = space.doubles("smooth", SharedShape.of(count, COLUMNS));
    box = space.floats("box", SharedShape.of(count, 2, COLUMNS));
    all = space.doubles("all", SharedShape.of(count));
    added = space.doubles("added", SharedShape.of(count));
    processes = space.longs("processes", SharedShape.of(count));
    schedule =
        switch (space.parameters().text("schedule", "own")) {
          case "dynamic" -> LoopSchedule.dynamic(4);
          case "guided" -> LoopSchedule.guided();
          case "measured" -> LoopSchedule.measured();
          case "cost" -> LoopSchedule.byCost(costs);
          default -> LoopSchedule.own();
        };
    sum = space.value("sum", 0);
    lent = space.value("lent", 0);
  }

  @Override
  public void run(Team team) {
    team.iterations(rounds);
    team.loop(count)
        .writes(nodes, costs, table, all)
        .run(i -> {
          nodes.set(i, 1 + i / 7.0);
          costs.set(i, i < count / 2 ? 1 : 60);
          table.set(i, 2, (double) i);
          all.set(i, i / 3.0);
        });
    team.repeat(
        rounds,
        round -> {
          final double total = bordersRowsAndSums(team, round);
          final double greatest = greatestOfBoxes(team, round);
          paced(team)
              .loop(count)
              .reads(next)
              .writes(nodes, added)
              .run(i -> {
                nodes.set(i, nodes.get(i) / 4 + next.get(i) + added.get(i) / 100);
                added.set(i, added.get(i) / 2);
              });
          sum.set(sum.get() / 2 + total + greatest + changeOfRows(team));
          if (countsLent) {
            lent.set(
                lent.get()
                    + paced(team)
                        .loop(count)
                        .reads(processes)
                        .sumOfLongs(
                            i -> processes.get(i) == ProcessHandle.current().pid() ? 0 : 1));
          }
        });
    sum.set(
        sum.get()
            + paced(team)
                .loop(count)
                .reads(box, table, added)
                .sum(i -> box.get(i, 1, 3) + table.get(i, 4) + added.get(i)));
  }

  private double bordersRowsAndSums(Team team, long round) {
    final long row = round % count;
    final ParallelLoop loop =
        paced(team)
            .loop(1, count - 1)
            .reads(costs)
            .readsHalo(nodes, table)
            .readsRow(box, row)
            .writes(next, processes)
            .readsAll(all)
            .schedule(schedule);
    return loop.adds(added, MOST_ADDED)
        .sum((i, sums) -> {
          await(i);
          final double mean = (nodes.get(i - 1) + nodes.get(i + 1)) / 3;
          final double around = table.get(Math.max(0, i - 2), 2) + table.get(i + 1, 2);
          next.set(i, mean + box.get(row, 0, 1) / 50 + around / 1000 + all.get(count - i) / 100);
          sums.add(i * 7 % count, next.get(i) / 10);
          processes.set(i, ProcessHandle.current().pid());
          return next.get(i);
        });
  }

  private double greatestOfBoxes(Team team, long round) {
    return paced(team)
        .loop(count)
        .reads(next, costs)
        .writes(box, table)
        .schedule(schedule)
        .max(i -> {
          for (long j = 0; j < COLUMNS; j++) {
            table.set(i, j, table.get(i, j) / 2 + next.get(i) / (1 + j + round));
            box.set(i, 1, j, (float) (box.get(i, 1, j) / 3 + table.get(i, j)));
            box.set(i, 0, j, box.get(i, 1, j) - 1);
          }
          return (double) box.get(i, 1, i % COLUMNS);
        });
  }

  private double changeOfRows(Team team) {
    return paced(team)
        .loop(2, count - 1)
        .reads(costs)
        .readsHalo(table)
        .writes(smooth)
        .schedule(schedule)
        .sum(i -> AROUND.applyMeasured(table, smooth, i, 1, COLUMNS) + smooth.get(i, 2));
  }

  /** The second half of the iterations takes long, by the work that the author asks for. */
  private void await(long iteration) {
    double waste = (double) iteration;
    for (int k = 0; k < (iteration < count / 2 ? 0 : work); k++) {
      waste = StrictMath.sin(waste);
    }
    if (waste > count) {
      throw new IllegalStateException("a sine is above 1");
    }
  }

  /** Each loop takes a while, so that there is time for orders from one safe point to the next. */
  private Team paced(Team team) {
    pace.await();
    return team;
  }

  @Override
  public void finish(SharedResults results) {
    results.value("sum", sum.get());
    if (countsLent) {
      results.value("lent", lent.get());
    }
  }
}
