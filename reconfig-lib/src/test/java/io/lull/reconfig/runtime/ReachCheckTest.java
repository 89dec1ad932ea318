package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.IntGrid;
import io.lull.reconfig.grid.RecordGrid;
import io.lull.reconfig.record.RecordShape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Kernels that read what they may not, and those that do not. */
@Timeout(60)
final class ReachCheckTest {
  private static final RecordShape SHAPE = new RecordShape();
  private static final RecordShape.DoubleField MASS = SHAPE.doubleField("mass");
  private static final RecordShape.IntField KIND = SHAPE.intField("kind");

  @TempDir Path folder;

  /** Grids of one size, and one of another. */
  private static final class Trial implements GridProgram {
    private final Consumer<Trial> step;
    private GridSpace space;
    private DoubleGrid u;
    private DoubleGrid v;
    private ByteGrid held;
    private IntGrid cube;
    private RecordGrid records;

    @SuppressWarnings("NullAway.Init") // declare comes before all else
    Trial(Consumer<Trial> step) {
      this.step = step;
    }

    @Override
    public void declare(GridSpace space) {
      this.space = space;
      u = space.doubleGrid("u", 30, 40, Halo.of(1));
      v = space.doubleGrid("v", 30, 40, Halo.of(1));
      held = space.byteGrid("held", 30, 40, Halo.of(1));
      cube = space.intGrid("cube", Extents.of(5, 6, 7), Halo.of(2));
      records = space.recordGrid("records", SHAPE, Extents.of(30, 40), Halo.of(1));
    }

    @Override
    public void initialise() {
      u.fill((row, column) -> row + column);
    }

    @Override
    public boolean iterate() {
      step.accept(this);
      return space.iteration() < 2;
    }

    @Override
    public void finish(Results results) {
      results.value("sum", u.sum());
    }
  }

  private void run(Consumer<Trial> step) throws IOException {
    Standalone.run(new Trial(step), Map.of(), List.of(), folder);
  }

  private void assertRefused(Consumer<Trial> step, String line) {
    assertThatThrownBy(() -> run(step))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(line);
  }

  @Test
  void aKernelThatReadsBeyondTheHaloIsRefused() {
    assertRefused(
        t -> t.u.update(t.u.inner(3), c -> t.u.at(c, 0, 2)),
        "the kernel of an update of grid u reads cells of grid u beyond its halo, which is 1 wide:"
            + " declare it with a wider one");
    assertRefused(
        t -> t.u.updateMeasured(t.u.inner(3), c -> t.held.at(c, 2, 0) == 0 ? 1 : 2, t.held),
        "the kernel of an update of grid u reads cells of grid held beyond its halo, which is 1"
            + " wide: declare it with a wider one");
    assertRefused(
        t -> t.cube.update(t.cube.all(), c -> t.cube.at(c, 0, 3, 0)),
        "the kernel of an update of grid cube reads cells of grid cube beyond its halo, which is 2"
            + " wide: declare it with a wider one");
    assertRefused(
        t ->
            t.records.update(
                t.records.all(), (c, next) -> next.set(KIND, t.records.at(c, 0, 0, -2, KIND))),
        "the kernel of an update of grid records reads cells of grid records beyond its halo, which"
            + " is 1 wide: declare it with a wider one");
  }

  @Test
  void aKernelThatKnowsWhereItsCellIsMayNotReadBeyondTheHaloEither() {
    final String line =
        "the kernel of an update of grid u reads cells of grid u beyond its halo, which is 1 wide:"
            + " declare it with a wider one";
    assertRefused(
        t -> t.u.update(t.u.inner(3), (c, _, row, column) -> t.u.at(c, 0, 2) + row - column), line);
    // The red cells of a chessboard only.
    assertRefused(
        t ->
            t.u.update(
                t.u.inner(3),
                (c, _, row, column) -> (row + column) % 2 == 0 ? t.u.at(c, 3, 0) : t.u.at(c)),
        line);
    assertRefused(
        t ->
            t.u.update(
                new Region(29, 30, 39, 40),
                (c, _, row, column) -> row == 29 && column == 39 ? t.u.at(c, 0, -2) : t.u.at(c)),
        line);
  }

  @Test
  void aKernelThatIsRefusedIsRefusedEachTime() {
    assertRefused(
        t -> {
          for (int time = 0; time < 2; time++) {
            try {
              t.u.update(t.u.inner(3), c -> t.u.at(c, 0, 2));
            } catch (IllegalArgumentException e) {
              if (time > 0) {
                throw e;
              }
            }
          }
        },
        "the kernel of an update of grid u reads cells of grid u beyond its halo, which is 1 wide:"
            + " declare it with a wider one");
  }

  @Test
  void aKernelThatReadsNeighboursOfAGridThatIsNotNamedIsRefused() {
    assertRefused(
        t -> t.u.update(t.u.all(), c -> t.u.at(c) + t.v.west(c)),
        "the kernel of an update of grid u reads neighbours in grid v: name that grid after the"
            + " kernel, so that they are brought");
  }

  @Test
  void kernelsThatReadWhatTheyMayAreNot() throws IOException {
    run(t -> {
      t.u.update(
          t.u.inner(1),
          c ->
              t.held.at(c) == 1
                  ? t.u.at(c)
                  : t.u.at(c, -1, 1) + t.v.at(c, 1, 1) + t.records.at(c, MASS),
          t.v);
      t.u.update(
          t.u.all(), (c, _, row, column) -> row > 0 && column < 39 ? t.u.at(c, -1, 1) : t.v.at(c));
      t.u.update(new Region(5, 5, 0, 40), (c, _, _, _) -> t.u.at(c, 0, 9));
      t.cube.update(t.cube.all(), c -> t.cube.at(c, -2, 2, -2) + t.cube.below(c));
      t.records.update(
          t.records.all(),
          (c, next) -> next.set(MASS, t.records.at(c, 0, 1, -1, MASS) + t.u.at(c)));
    });
  }

  @Test
  void whatGivesAnotherValueEachTimeIsNot() throws IOException {
    run(t -> t.u.update(t.u.all(), _ -> ThreadLocalRandom.current().nextDouble()));
  }

  @Test
  void theProgramsCellsAreAsTheyWere() throws IOException {
    run(t -> {
      final double before = t.u.sum();
      t.u.update(t.u.all(), c -> t.u.at(c) + 0 * t.u.north(c));
      if (t.u.sum() != before) {
        throw new AssertionError("the cells are others");
      }
    });
  }
}
