package io.lull.reconfig.forkjoin;

import static io.lull.reconfig.stencil.Stencil.above;
import static io.lull.reconfig.stencil.Stencil.east;
import static io.lull.reconfig.stencil.Stencil.here;
import static io.lull.reconfig.stencil.Stencil.north;
import static io.lull.reconfig.stencil.Stencil.south;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.runtime.Standalone;
import io.lull.reconfig.stencil.AnyStencil;
import io.lull.reconfig.stencil.Stencil;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Stencils on rows of arrays, in a program that runs alone. */
final class RowStencilTest {
  private static final int ROWS = 9;
  private static final int COLUMNS = 37;
  private static final int REACH = 2;
  private static final RowStencil FROM_NORTH = RowStencil.of(north().plus(here()));

  @TempDir Path folder;
  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  private final Random random = new Random(seed.value());

  /** A plane and a box, each twice, and some that cannot be used together with them. */
  @SuppressWarnings("NullAway.Init") // declare comes first
  private static final class Planes implements ForkJoinProgram {
    private final BiConsumer<Planes, Team> body;
    DoubleArray plane;
    DoubleArray planeAfter;
    DoubleArray box;
    DoubleArray boxAfter;
    DoubleArray dealt;
    DoubleArray dealtAfter;
    DoubleArray narrow;

    private Planes(BiConsumer<Planes, Team> body) {
      this.body = body;
    }

    @Override
    public void declare(SharedSpace space) {
      final SharedShape flat = SharedShape.of(ROWS, COLUMNS);
      final SharedShape deep = SharedShape.of(ROWS, ROWS, COLUMNS);
      plane = space.doubles("plane", flat.withHalo(REACH));
      planeAfter = space.doubles("planeAfter", flat);
      box = space.doubles("box", deep.withHalo(REACH));
      boxAfter = space.doubles("boxAfter", deep);
      dealt = space.doubles("dealt", flat.dealt(1));
      dealtAfter = space.doubles("dealtAfter", flat.dealt(1));
      narrow = space.doubles("narrow", SharedShape.of(ROWS, COLUMNS - 1));
    }

    @Override
    public void run(Team team) {
      body.accept(this, team);
    }

    @Override
    public void finish(SharedResults results) {
      // Nothing to report.
    }
  }

  private void run(BiConsumer<Planes, Team> body) throws IOException {
    Standalone.run(new Planes(body), Map.of(), List.of(), folder);
  }

  private void refuses(BiConsumer<Planes, Team> body, String sentence) {
    assertThatThrownBy(() -> run(body)).hasMessage(sentence);
  }

  private static double number(long element) {
    return Math.sin((double) element);
  }

  @Test
  void rowsOfPlanesHaveTheBitsOfTheSameExpressionInAKernel() throws IOException {
    for (int round = 0; round < 20; round++) {
      final Stencil expression = AnyStencil.of(random, 0, REACH, 4);
      final RowStencil stencil = RowStencil.of(expression);
      final int from = REACH + random.nextInt(4);
      final int to = from + random.nextInt(COLUMNS - REACH - from + 1);
      run((p, team) -> {
        team.loop(ROWS)
            .writes(p.plane, p.planeAfter)
            .run(i -> {
              for (long j = 0; j < COLUMNS; j++) {
                p.plane.set(i, j, number(i * COLUMNS + j));
                p.planeAfter.set(i, j, 5);
              }
            });
        final double change =
            team.loop(REACH, ROWS - REACH)
                .readsHalo(p.plane)
                .writes(p.planeAfter)
                .max(i -> stencil.applyMeasured(p.plane, p.planeAfter, i, from, to));
        assertThat(change)
            .as("%s: %s", seed, expression)
            .isEqualTo(to == from ? 0 : greatestChange(p, team, expression, from, to));
        assertAsTermByTerm(p, team, expression, from, to);
        team.loop(ROWS).writes(p.planeAfter).run(i -> fill(p.planeAfter.row(i), 5));
        team.loop(REACH, ROWS - REACH)
            .readsHalo(p.plane)
            .writes(p.planeAfter)
            .run(i -> stencil.apply(p.plane, p.planeAfter, i, from, to));
        assertAsTermByTerm(p, team, expression, from, to);
      });
    }
  }

  private static void fill(DoubleRow row, double value) {
    for (long j = 0; j < row.length(); j++) {
      row.set(j, value);
    }
  }

  private static double expected(Planes p, Stencil expression, long i, long j) {
    return AnyStencil.value(expression, read -> p.plane.get(i + read.rows(), j + read.columns()));
  }

  private static double greatestChange(
      Planes p, Team team, Stencil expression, long from, long to) {
    return team.loop(REACH, ROWS - REACH)
        .readsHalo(p.plane)
        .max(i -> {
          double greatest = 0;
          for (long j = from; j < to; j++) {
            greatest =
                Math.max(greatest, Math.abs(expected(p, expression, i, j) - p.plane.get(i, j)));
          }
          return greatest;
        });
  }

  private void assertAsTermByTerm(Planes p, Team team, Stencil expression, long from, long to) {
    final long different =
        team.loop(REACH, ROWS - REACH)
            .readsHalo(p.plane)
            .reads(p.planeAfter)
            .sumOfLongs(i -> {
              long found = 0;
              for (long j = 0; j < COLUMNS; j++) {
                final double wanted = j < from || j >= to ? 5 : expected(p, expression, i, j);
                if (Double.doubleToLongBits(wanted)
                    != Double.doubleToLongBits(p.planeAfter.get(i, j))) {
                  found++;
                }
              }
              return found;
            });
    assertThat(different).as("%s: %s", seed, expression).isZero();
  }

  @Test
  void rowsOfBoxesReadNeighboursInAllDirections() throws IOException {
    for (int round = 0; round < 10; round++) {
      final Stencil expression = AnyStencil.of(random, REACH, REACH, 4);
      final RowStencil stencil = RowStencil.of(expression);
      run((p, team) -> {
        team.loop(ROWS)
            .writes(p.box)
            .run(i -> {
              for (long j = 0; j < ROWS; j++) {
                for (long k = 0; k < COLUMNS; k++) {
                  p.box.set(i, j, k, number((i * ROWS + j) * COLUMNS + k));
                }
              }
            });
        team.loop(REACH, ROWS - REACH)
            .readsHalo(p.box)
            .writes(p.boxAfter)
            .run(i -> {
              for (long j = REACH; j < ROWS - REACH; j++) {
                stencil.apply(p.box, p.boxAfter, i, j, REACH, COLUMNS - REACH);
                final double change =
                    stencil.applyMeasured(p.box, p.boxAfter, i, j, REACH, COLUMNS - REACH);
                double greatest = 0;
                for (long k = REACH; k < COLUMNS - REACH; k++) {
                  final double wanted = boxValue(p, expression, i, j, k);
                  greatest = Math.max(greatest, Math.abs(wanted - p.box.get(i, j, k)));
                  if (Double.doubleToLongBits(wanted)
                      != Double.doubleToLongBits(p.boxAfter.get(i, j, k))) {
                    throw new AssertionError(seed + ": " + expression);
                  }
                }
                if (Double.compare(change, greatest) != 0) {
                  throw new AssertionError(seed + ": the change of " + expression);
                }
              }
            });
      });
    }
  }

  private static double boxValue(Planes p, Stencil expression, long i, long j, long k) {
    return AnyStencil.value(
        expression, read -> p.box.get(i + read.planes(), j + read.rows(), k + read.columns()));
  }

  @Test
  void whatTheLoopMayNotReadIsNotRead() {
    refuses(
        (p, team) ->
            team.loop(ROWS)
                .readsHalo(p.plane)
                .writes(p.planeAfter)
                .run(i -> FROM_NORTH.apply(p.plane, p.planeAfter, i, 0, COLUMNS)),
        "index -1 of array plane is read: its indices are from 0 to 8");
    refuses(
        (p, team) ->
            team.loop(1, ROWS)
                .writes(p.planeAfter)
                .run(i -> FROM_NORTH.apply(p.plane, p.planeAfter, i, 0, COLUMNS)),
        "array plane is read where it is closed: its elements are used in loops only, and the loop"
            + " names the array in its reads or writes");
    refuses(
        (p, team) ->
            team.loop(1, ROWS)
                .readsHalo(p.plane)
                .reads(p.planeAfter)
                .run(i -> FROM_NORTH.apply(p.plane, p.planeAfter, i, 0, COLUMNS)),
        "array planeAfter is written where it is closed: its elements are used in loops only, and"
            + " the loop names the array in its writes");
    refuses(
        (p, team) ->
            team.loop(1, ROWS)
                .reads(p.dealt)
                .writes(p.dealtAfter)
                .run(i -> FROM_NORTH.apply(p.dealt, p.dealtAfter, i, 0, COLUMNS)),
        "a stencil reads neighbours in array dealt, whose indices are dealt out and do not lie side"
            + " by side: declare it in blocks");
  }

  @Test
  void anIterationAloneReadsItsOwnRowsNeighboursOnly() throws IOException {
    final RowStencil farther = RowStencil.of(here().plus(Stencil.at(REACH + 1, 0)));
    final BiConsumer<Planes, Team> within =
        (p, team) ->
            team.loop(0, ROWS - REACH)
                .readsHalo(p.plane)
                .writes(p.planeAfter)
                .run(i ->
                    RowStencil.of(Stencil.at(REACH, 0))
                        .apply(p.plane, p.planeAfter, i, 0, COLUMNS));
    Standalone.check(new Planes(within), Map.of(), List.of(), folder);
    final BiConsumer<Planes, Team> beyond =
        (p, team) ->
            team.loop(0, 1)
                .readsHalo(p.plane)
                .writes(p.planeAfter)
                .run(i -> farther.apply(p.plane, p.planeAfter, i, 0, COLUMNS));
    assertThatThrownBy(() -> Standalone.check(new Planes(beyond), Map.of(), List.of(), folder))
        .hasMessage(
            "index 3 of array plane is read by iteration 0: say readsHalo, readsRow, readsRange,"
                + " readsListed or readsAll in the loop");
  }

  @Test
  void columnsRowsAndPlanesThatThereAreNotAreNotRead() {
    final RowStencil around = RowStencil.of(east().plus(Stencil.at(0, -2)));
    refuses(
        (p, team) ->
            team.loop(ROWS)
                .reads(p.plane)
                .writes(p.planeAfter)
                .run(i -> around.apply(p.plane, p.planeAfter, i, 1, COLUMNS - 1)),
        "a stencil that reads columns -2 to 1 from its element's own is applied to columns 1 to 35"
            + " of array plane, which has 37: leave out those at the edge");
    refuses(
        (p, team) ->
            team.loop(ROWS)
                .reads(p.plane)
                .writes(p.planeAfter)
                .run(i -> around.apply(p.plane, p.planeAfter, i, 2, COLUMNS)),
        "a stencil that reads columns -2 to 1 from its element's own is applied to columns 2 to 36"
            + " of array plane, which has 37: leave out those at the edge");
    refuses(
        (p, team) ->
            team.loop(ROWS)
                .readsHalo(p.box)
                .writes(p.boxAfter)
                .run(i -> RowStencil.of(south()).apply(p.box, p.boxAfter, i, ROWS - 1, 0, COLUMNS)),
        "a stencil that reads rows 0 to 1 from its element's own is applied to rows 8 to 8 of array"
            + " box, which has 9: leave out those at the edge");
    refuses(
        (p, team) ->
            team.loop(ROWS)
                .readsHalo(p.plane)
                .writes(p.planeAfter)
                .run(i -> RowStencil.of(above()).apply(p.plane, p.planeAfter, i, 0, COLUMNS)),
        "a stencil that reads planes -1 to 0 from its element's own is applied to planes 0 to 0 of"
            + " array plane, which has 1: leave out those at the edge");
  }

  @Test
  void arraysThatDoNotGoTogetherAreRefused() {
    refuses(
        (p, team) ->
            team.loop(1, ROWS)
                .readsHalo(p.plane)
                .writes(p.plane)
                .run(i -> FROM_NORTH.apply(p.plane, p.plane, i, 0, COLUMNS)),
        "a stencil reads and writes array plane: write to another one, since neighbours are read as"
            + " they were before");
    refuses(
        (p, team) ->
            team.loop(1, ROWS)
                .readsHalo(p.plane)
                .writes(p.narrow)
                .run(i -> FROM_NORTH.apply(p.plane, p.narrow, i, 0, COLUMNS - 1)),
        "a stencil reads array plane of 9 x 37 elements and writes array narrow of 9 x 36: declare"
            + " them alike");
    refuses(
        (p, team) ->
            team.loop(1, ROWS)
                .readsHalo(p.box)
                .writes(p.boxAfter)
                .run(i -> FROM_NORTH.apply(p.box, p.boxAfter, i, 0, COLUMNS)),
        "array box of 9 x 9 x 37 elements is used with 2 indices");
  }
}
