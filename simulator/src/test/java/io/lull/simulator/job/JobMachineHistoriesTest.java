package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.JobState;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Anything may happen in any order: owners come and go, workers and machines die, wires are cut,
 * the coordinator starts anew, reports come twice. The fake grid checks at each step what must
 * never be; here, that the job ends once it is left in peace.
 */
class JobMachineHistoriesTest {
  private static final int STEPS_OF_BAGS = 300;
  private static final int STEPS = 400;
  private static final long TEN_MINUTES = 600_000;

  /** Of all histories here: a machine that gives up too soon would fail in more of them. */
  private static final int MAY_FAIL = 2;

  private static final Set<String> FAILED = new ConcurrentSkipListSet<>();

  @AfterAll
  static void fewJobsWereGivenUp() {
    assertThat(FAILED).hasSizeLessThanOrEqualTo(MAY_FAIL);
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
      })
  void endsWhateverHappened(long seed) {
    final RandomGenerator random = new Random(seed);
    final int nodes = 1 + random.nextInt(5);
    final int least = 1 + random.nextInt(Math.min(3, nodes));
    final int greatest = least + random.nextInt(4);
    final String code = List.of("", "2:3", "1:4").get(random.nextInt(3));
    final OneJobGrid grid =
        new OneJobGrid(
            nodes, OneJobGrid.spec(least, greatest).toBuilder().setCode(code).build(), 300);
    grid.expectTrouble();
    grid.far = random.nextBoolean();
    if (seed % 2 == 0) {
      grid.ownersStayAway(TEN_MINUTES);
    }
    grid.dispatch();
    live(grid, random, seed);
  }

  /** A bag's tasks end, though some fail and some cannot be ended by themselves. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void aBagEndsWhateverHappened(long seed) {
    final RandomGenerator random = new Random(seed);
    final int tasks = 1 + random.nextInt(200);
    final OneJobGrid grid =
        OneJobGrid.bag(1 + random.nextInt(5), 1 + random.nextInt(5), tasks, random.nextInt(3));
    for (int task = 0; task < tasks; task++) {
      if (random.nextInt(20) == 0) {
        grid.exitCodes.put(task, 1);
      }
    }
    grid.expectTrouble();
    grid.dispatch();
    try {
      for (int step = 0; step < STEPS && !grid.job.ended(); step++) {
        somethingHappens(grid, random);
      }
      inPeace(grid);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n" + grid.log(), e);
    }
    assertThat(grid.nodes()).as("seed %d", seed).allMatch(node -> node.workers.isEmpty());
  }

  /** The same, from the moment on when an owner could not wait for a safe point. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void endsWhateverHappensToARetreat(long seed) {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 4), 200);
    grid.far = true;
    grid.start();
    grid.firstCheckpoint();
    grid.slow = true;
    grid.node("n1").movesStuck = true;
    grid.ownerReturns("n3");
    grid.node("n3").hurryMillis = grid.now;
    grid.dispatch();
    grid.run(
        "goes back",
        () ->
            grid.job.phase() instanceof Phase.Changing(_, _, Attempt attempt)
                && attempt != null
                && attempt.goesBack());
    grid.node("n1").movesStuck = false;
    grid.expectTrouble();
    live(grid, new Random(seed), seed);
  }

  private static void live(OneJobGrid grid, RandomGenerator random, long seed) {
    try {
      for (int step = 0; step < STEPS && !grid.job.ended(); step++) {
        somethingHappens(grid, random);
      }
      inPeace(grid);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + "\n" + grid.log(), e);
    }
    // Only a job that failed again and again without getting farther may be given up.
    if (grid.job.state() == JobState.FAILED) {
      FAILED.add("seed " + seed + ": " + JobViews.of(grid.job).getError());
      assertThat(JobViews.of(grid.job).getError())
          .as("seed %d", seed)
          .containsAnyOf(
              "times in a row", "attempts", "could not be stored", "before it was ready");
    } else {
      assertThat(grid.job.state()).as("seed %d", seed).isEqualTo(JobState.FINISHED);
    }
    assertThat(grid.nodes()).as("seed %d", seed).allMatch(node -> node.workers.isEmpty());
  }

  private static final List<ChangeMethod> METHODS =
      List.of(
          ChangeMethod.NONE, ChangeMethod.NON_BLOCKING, ChangeMethod.GHOST, ChangeMethod.STREAMING);

  static void somethingHappens(OneJobGrid grid, RandomGenerator random) {
    final List<NodeModel> nodes = List.copyOf(grid.nodes());
    final NodeModel node = nodes.get(random.nextInt(nodes.size()));
    switch (random.nextInt(41)) {
      case 0 -> {
        grid.ownerReturns(node.name());
        if (random.nextBoolean()) {
          node.hurryMillis = grid.now + OneJobGrid.TICK_MILLIS * random.nextInt(4);
        }
      }
      case 1, 2 -> grid.ownerLeaves(node.name());
      case 3 -> {
        if (node.connected && !node.workers.isEmpty()) {
          node.kill(node.workers.keySet().iterator().next(), "died by itself");
        }
      }
      case 4 -> {
        if (node.connected) {
          node.die();
          grid.lose(node.name());
        }
      }
      case 5 -> grid.cut(node.name());
      case 6 -> {
        if (!node.connected && !node.lost) {
          grid.lose(node.name());
        }
      }
      case 7 -> node.connected = false; // from the coordinator only
      case 8, 9, 10 -> {
        if (!node.connected) {
          grid.reconnect(node.name());
        }
      }
      case 11 -> {
        grid.restartCoordinator();
        nodes.stream().filter(n -> random.nextInt(4) > 0).forEach(n -> grid.reconnect(n.name()));
      }
      case 12 -> grid.give(new JobEvent.Resize(random.nextInt(grid.job.terms().greatest() + 1)));
      case 13 ->
          grid.give(
              new JobEvent.Migrate(
                  node.name(),
                  nodes.get(random.nextInt(nodes.size())).name(),
                  METHODS.get(random.nextInt(METHODS.size()))));
      case 14 -> {
        node.pieces.removeIf(piece -> random.nextInt(3) == 0);
        node.parities.removeIf(piece -> random.nextInt(3) == 0);
      }
      case 15 -> {
        if (node.connected && !node.reports.isEmpty()) {
          grid.give(node.reports.getFirst()); // and once more when its turn comes
        }
      }
      case 16 -> node.drained = random.nextInt(3) == 0;
      case 17, 18, 19, 20, 21, 22 -> grid.compute();
      case 23, 24 -> grid.tick();
      case 25 -> {
        grid.now += OneJobGrid.TICK_MILLIS;
        grid.give(new JobEvent.Tick());
        grid.dispatch();
      }
      case 26 -> grid.slow = random.nextBoolean();
      case 27 -> {
        node.pace.nanosPerCell = 500_000L << random.nextInt(4);
        grid.give(new JobEvent.Rebalance());
      }
      default -> grid.deliverOne(node);
    }
  }

  /** A bag's whole life: whatever happens, and then nothing more. */
  static void troubleThenPeace(OneJobGrid grid, RandomGenerator random, long seed) {
    grid.expectTrouble();
    grid.dispatch();
    try {
      for (int step = 0; step < STEPS_OF_BAGS && !grid.job.ended(); step++) {
        somethingHappens(grid, random);
      }
      inPeace(grid);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }

  static void inPeace(OneJobGrid grid) {
    grid.slow = false;
    for (final NodeModel node : grid.nodes()) {
      node.drained = false;
      if (!node.connected || node.lost || grid.job.relearning()) {
        grid.reconnect(node.name());
      }
      grid.ownerLeaves(node.name());
    }
    grid.finish();
  }
}
