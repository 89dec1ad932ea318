package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Capture;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.model.Entry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From which safe point on a worker can go back, and to which one. */
final class KeptSafePointsTest {
  private static final int SAFE_POINTS = 100_000;

  private final Counting program = new Counting();
  private final LoneWorker worker = new LoneWorker(program);
  private final SafePointKeeper safePoints = worker.safePoints();

  /** Adds one to each cell in every iteration. */
  private static final class Counting implements GridProgram {
    private DoubleGrid cells;

    /** In the middle of an iteration. */
    private Runnable within = () -> {};

    @Override
    public void declare(GridSpace declared) {
      cells = declared.doubleGrid("cells", 4, 4, Halo.of(0));
    }

    @Override
    public void initialise() {
      within.run();
      cells.fill((_, _) -> 0);
    }

    @Override
    public boolean iterate() {
      cells.update(cells.all(), c -> cells.at(c) + 1);
      within.run();
      return true;
    }

    @Override
    public void finish(Results results) {
      results.value("sum", cells.sum());
    }
  }

  KeptSafePointsTest() throws IOException {
    worker.enter(1, Entry.FRESH);
  }

  @AfterEach
  void end() {
    worker.close();
  }

  private static Capture capture(long generation, long safePoint, boolean keep) {
    return Capture.newBuilder()
        .setGeneration(generation)
        .setSafePoint(safePoint)
        .setKeepSafePoints(keep)
        .build();
  }

  /** In which of so many iterations this worker could go back to its beginning. */
  private List<Long> keptIn(int iterations) {
    final List<Long> all = new ArrayList<>();
    program.within =
        () -> {
          if (safePoints.goBackTo(worker.program().safePoint())) {
            all.add(worker.program().safePoint());
            // What it had there is in force again: the iteration is computed once more.
            program.cells.update(program.cells.all(), c -> program.cells.at(c) + 1);
          }
        };
    for (int i = 0; i < iterations; i++) {
      worker.iterate();
    }
    return all;
  }

  @Test
  void aCaptureThatDoesNotComeAboutStillSaysFromWhereSafePointsAreKept() {
    safePoints.keepFrom(capture(1, 2, true));
    safePoints.keepFrom(capture(2, 5, false));
    assertThat(keptIn(7)).containsExactly(2L, 3L, 4L);
    assertThat(program.cells.sum()).isEqualTo(7.0 * 16);
  }

  @Test
  void aCaptureThatIsOrderedAgainSaysNothingNew() {
    safePoints.keepFrom(capture(1, 1, true));
    safePoints.keepFrom(capture(2, 3, false));
    assertThat(keptIn(4)).containsExactly(1L, 2L);
    safePoints.keepFrom(capture(1, 1, true));
    assertThat(keptIn(2)).isEmpty();
  }

  @Test
  void aNewConfigurationSaysItAnew() {
    safePoints.keepFrom(capture(1, 1, true));
    worker.enter(2, Entry.MOVED);
    safePoints.keep(false);
    assertThat(keptIn(3)).isEmpty();
  }

  @Test
  void cellsThatAreBeingFilledForTheFirstTimeAreNoSafePoint() {
    final List<Boolean> back = new ArrayList<>();
    program.within = () -> back.add(safePoints.goBackTo(0));
    safePoints.initialise(program::initialise);
    assertThat(back).containsExactly(false);
    assertThat(safePoints.standsAt(0)).isTrue();
  }

  @Test
  void aSafePointWithoutOrdersAllocatesNothing() {
    final com.sun.management.ThreadMXBean threadBean =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    final Runnable advance = () -> {};
    safePoints.begin();
    for (int i = 0; i < SAFE_POINTS; i++) {
      safePoints.reached(false, advance);
    }
    final long before = threadBean.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < SAFE_POINTS; i++) {
      safePoints.reached(false, advance);
    }
    // Less than a byte each: what is left is the measurement's own.
    assertThat(threadBean.getCurrentThreadAllocatedBytes() - before).isLessThan(SAFE_POINTS);
  }
}
