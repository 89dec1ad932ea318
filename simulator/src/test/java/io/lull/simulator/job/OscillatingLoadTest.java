package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Phase;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A load that comes and goes on one of a job's computers, in the rhythm in which following it just
 * pays and in others. What it costs is at most twice what the better of two choices costs that know
 * the rhythm: never to change anything, and to follow each spell as soon as it is noticed.
 */
class OscillatingLoadTest {
  private static final long NANOS_PER_CELL = 1_000_000;
  private static final int NODES = 4;
  private static final int TIMES_SLOWER = 4;
  private static final double LOST_UNCHANGED = 1 - 1.0 / TIMES_SLOWER;
  private static final int SPELLS = 12;
  private static final int SETTLED_TICKS = 20;
  private static final int LONGEST_TICKS = 500;

  /** What a change makes the job stand still. */
  private static final Duration STOP = Duration.ofSeconds(3);

  /** More than all spells have. */
  private static final long ITERATIONS = 400_000;

  private static OneJobGrid started() {
    final OneJobGrid grid = new OneJobGrid(NODES, OneJobGrid.spec(1, NODES), ITERATIONS);
    grid.nodes().forEach(node -> node.pace.stopNanos = STOP.toNanos());
    grid.start();
    return grid;
  }

  private static void load(OneJobGrid grid, boolean loaded) {
    grid.node("n2").pace.nanosPerCell = (loaded ? TIMES_SLOWER : 1) * NANOS_PER_CELL;
  }

  private static boolean isChanging(OneJobGrid grid) {
    return grid.job.phase() instanceof Phase.Running running && running.change().sinceMillis() != 0;
  }

  /**
   * One tick, and which part of it is lost beside computers without load. A change that begins
   * makes the job stand still for long.
   */
  private static double lost(OneJobGrid grid) {
    final boolean changing = isChanging(grid);
    final double lost = lostInTick(grid);
    if (changing || !isChanging(grid)) {
      return lost;
    }
    grid.now += STOP.toMillis();
    return lost + (double) STOP.toMillis() / OneJobGrid.TICK_MILLIS;
  }

  private static double lostInTick(OneJobGrid grid) {
    final long before = grid.job.progress().gauge().iteration();
    final Layout layout = grid.job.progress().layout();
    grid.tick();
    if (!(grid.job.phase() instanceof Phase.Running)
        || grid.job.progress().gauge().iteration() == before) {
      return 1;
    }
    final double weights = layout.getMembersList().stream().mapToDouble(Member::getWeight).sum();
    final double slowest =
        layout.getMembersList().stream()
            .mapToDouble(member ->
                member.getWeight() * grid.node(member.getNode()).pace.nanosPerCell / weights)
            .max()
            .orElseThrow();
    return 1 - (double) NANOS_PER_CELL / layout.getMembersCount() / slowest;
  }

  private static double lost(OneJobGrid grid, int ticks) {
    double lost = 0;
    for (int tick = 0; tick < ticks; tick++) {
      lost += lost(grid);
    }
    return lost;
  }

  /**
   * What it costs to follow one spell and its end.
   *
   * @param ticks until it is followed
   * @param begin what is lost until then
   * @param each what is lost in each tick from then on
   * @param end what is lost after the spell
   */
  private record Following(int ticks, double begin, double each, double end) {
    static Following measured() {
      final OneJobGrid grid = started();
      load(grid, true);
      final Rest begin = until(grid, 1);
      final double each = lost(grid, 1);
      load(grid, false);
      return new Following(begin.ticks, begin.lost, each, until(grid, 2).lost);
    }

    /** What a change takes, and what is lost meanwhile. */
    private record Rest(int ticks, double lost) {}

    private static Rest until(OneJobGrid grid, int changes) {
      int ticks = 0;
      double lost = 0;
      while (grid.events("rebalance").size() < changes) {
        lost += lost(grid);
        assertThat(ticks++).as("until it is followed").isLessThan(LONGEST_TICKS);
      }
      return new Rest(ticks + SETTLED_TICKS, lost + OscillatingLoadTest.lost(grid, SETTLED_TICKS));
    }

    double cost(int spell) {
      return spell < ticks ? LOST_UNCHANGED * spell : begin + each * (spell - ticks) + end;
    }

    /** So long a spell has to last for it to cost less than doing nothing. */
    double breakEven() {
      return (begin - each * ticks + end) / (LOST_UNCHANGED - each);
    }
  }

  private static void costsAtMostTwice(Following following, IntSupplier ticks, String rhythm) {
    final OneJobGrid grid = started();
    double cost = 0;
    double never = 0;
    double followed = 0;
    for (int turn = 0; turn < SPELLS; turn++) {
      final int spell = ticks.getAsInt();
      load(grid, true);
      cost += lost(grid, spell);
      load(grid, false);
      cost += lost(grid, spell);
      never += LOST_UNCHANGED * spell;
      followed += following.cost(spell);
    }
    assertThat(cost)
        .as("%s: never to change costs %.0f ticks, to follow %.0f", rhythm, never, followed)
        .isLessThan(2 * Math.min(never, followed));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4, 8})
  void inAnEvenRhythm(double timesBreakEven) {
    final Following following = Following.measured();
    final int ticks = (int) Math.round(following.breakEven() * timesBreakEven);
    costsAtMostTwice(following, () -> ticks, timesBreakEven + " times break-even");
  }

  @Test
  void inNoRhythm() {
    final Following following = Following.measured();
    for (int run = 0; run < 5; run++) {
      final long seed = Long.getLong("lull.seed", 20_261_129L) + run;
      final SplittableRandom chance = new SplittableRandom(seed);
      costsAtMostTwice(
          following,
          () -> (int) (following.breakEven() * Math.pow(2, chance.nextDouble(-1, 2))),
          "-Dlull.seed=" + seed);
    }
  }
}
