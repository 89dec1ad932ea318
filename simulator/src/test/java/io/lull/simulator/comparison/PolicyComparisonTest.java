package io.lull.simulator.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.scheduling.habit.Presence;
import io.lull.simulator.comparison.PolicyFindings.NodeSeconds;
import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.Speedup;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.AvailabilityTrace.Turn;
import io.lull.simulator.trace.RejectedLines;
import io.lull.simulator.trace.TracedMachines;
import io.lull.testkit.random.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PolicyComparisonTest {
  private static final long MINUTE = 60_000;
  private static final long END = 3 * 24 * 60 * MINUTE;
  private static final List<Contender> ALL = List.of(Contender.values());

  private static AvailabilityTrace office(int machines, boolean owners) {
    final RandomGenerator chance = new Seed(4).random();
    final List<Turn> turns = new ArrayList<>();
    final TreeSet<String> names = new TreeSet<>();
    for (int machine = 0; machine < machines; machine++) {
      final String name = String.format(Locale.ROOT, "pc%02d", machine);
      names.add(name);
      turns.add(new Turn(0, name, Presence.AWAY));
      long at = chance.nextLong(300) * MINUTE;
      while (owners && at < END) {
        turns.add(new Turn(at, name, chance.nextInt(5) == 0 ? Presence.UNKNOWN : Presence.THERE));
        at += (1 + chance.nextLong(60)) * MINUTE;
        if (at < END) {
          turns.add(new Turn(at, name, Presence.AWAY));
        }
        at += (1 + chance.nextLong(240)) * MINUTE;
      }
    }
    turns.sort(Comparator.comparingLong(Turn::millis).thenComparing(Turn::machine));
    return new AvailabilityTrace(names, turns, END, RejectedLines.NONE);
  }

  private static List<ParallelJob> jobs(int count, int machines, int minutes, int everyMinutes) {
    final List<ParallelJob> jobs = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      jobs.add(
          ParallelJob.taking(
              number,
              (5 + (number - 1L) * everyMinutes) * MINUTE,
              machines,
              minutes * MINUTE,
              new Speedup.Perfect()));
    }
    return jobs;
  }

  private static List<PolicyFindings> compare(
      AvailabilityTrace trace, List<ParallelJob> jobs, int changeSeconds) {
    return PolicyComparison.run(
            new TracedMachines(trace, Duration.ofMinutes(1)),
            jobs,
            ChangeCost.ofResize(changeSeconds * 1000L),
            ALL,
            ComparisonProgress.NONE)
        .policies();
  }

  @Test
  void withoutOwnersAndWithRoomForAllEveryPolicyIsTheSame() {
    for (final PolicyFindings each : compare(office(16, false), jobs(6, 4, 30, 35), 60)) {
      final double ratio = each.contender() == Contender.LIVE ? 1.05 : 1.0000001;
      assertThat(each.responseRatio()).as(each.contender().title()).isBetween(1.0, ratio);
      assertThat(each.censored()).isZero();
      assertThat(each.nodeSeconds().lost()).isZero();
      assertThat(each.nodeSeconds().useful()).isCloseTo(6 * 4 * 1800.0, within(1e-6));
    }
  }

  @Test
  void everySecondOfEveryMachineIsCountedOnce() {
    for (final PolicyFindings each : compare(office(10, true), jobs(12, 4, 45, 50), 30)) {
      final NodeSeconds time = each.nodeSeconds();
      final double all =
          time.useful()
              + time.lost()
              + time.overhead()
              + time.idle()
              + time.owner()
              + time.offline();
      // Ten machines, for a whole number of milliseconds.
      assertThat(all * 100 - Math.rint(all * 100))
          .as(each.contender().title())
          .isCloseTo(0, within(1e-3));
      assertThat(time.offline()).isPositive();
      assertThat(time.owner()).isPositive();
      assertThat(each.censored()).isZero();
      assertThat(time.useful()).isCloseTo(12 * 4 * 2700.0, within(1e-3));
      assertThat(each.utilisation()).isBetween(0.01, 1.0);
      assertThat(each.slowdown().median()).isLessThanOrEqualTo(each.slowdown().percentile95());
    }
  }

  @Test
  void onlyThosePoliciesLoseWorkThatDoNotMoveIt() {
    for (final PolicyFindings each : compare(office(10, true), jobs(12, 4, 45, 50), 30)) {
      final boolean loses =
          switch (each.contender()) {
            case EVICT, CHECKPOINT, BAGS -> true;
            case LIVE, LIVE_COST_AWARE, STATIC, MOLDABLE, FCFS, EASY -> false;
          };
      assertThat(each.nodeSeconds().lost() > 0).as(each.contender().title()).isEqualTo(loses);
      assertThat(each.changes().evictions()).isPositive();
    }
  }

  @Test
  void aBagEndsWithItsLastTask() {
    // Eight tasks on three machines: three rounds.
    final AvailabilityTrace three = office(3, false);
    final PolicyFindings bags =
        compare(three, jobs(1, 8, 10, 1), 0).stream()
            .filter(each -> each.contender() == Contender.BAGS)
            .findFirst()
            .orElseThrow();
    assertThat(bags.jobs()).isEqualTo(1);
    assertThat(bags.responseRatio()).isCloseTo(3, within(1e-9));
    assertThat(bags.waitSeconds()).isZero();
  }

  /** Each time is of a minute, and machine c is never there. */
  private static AvailabilityTrace odd() {
    final List<Turn> turns = new ArrayList<>();
    for (final String machine : List.of("a", "b")) {
      turns.add(new Turn(0, machine, Presence.AWAY));
      // Its owner comes and goes at once, both machines' at the same time.
      turns.add(new Turn(40 * MINUTE, machine, Presence.THERE));
      turns.add(new Turn(40 * MINUTE, machine, Presence.AWAY));
      turns.add(new Turn(80 * MINUTE, machine, Presence.THERE));
      turns.add(new Turn(90 * MINUTE, machine, Presence.AWAY));
    }
    turns.add(new Turn(0, "c", Presence.UNKNOWN));
    turns.sort(Comparator.comparingLong(Turn::millis));
    return new AvailabilityTrace(
        new TreeSet<>(List.of("a", "b", "c")), turns, 120 * MINUTE, RejectedLines.NONE);
  }

  @Test
  void eventsAtOnceAndMachinesThatAreNeverThereLoseNoTime() {
    for (final PolicyFindings each : compare(odd(), jobs(2, 1, 30, 0), 0)) {
      final NodeSeconds time = each.nodeSeconds();
      assertThat(each.censored()).as(each.contender().title()).isZero();
      assertThat(time.useful()).isCloseTo(2 * 30 * 60.0, within(1e-6));
      assertThat(
              time.offline()
                  / (time.offline()
                      + time.useful()
                      + time.lost()
                      + time.overhead()
                      + time.idle()
                      + time.owner()))
          .as("one of three machines")
          .isCloseTo(1.0 / 3, within(1e-9));
    }
  }

  @Test
  void aJobWiderThanTheGridEndsWhereItMayBeNarrowerAndIsCensoredElsewhere() {
    for (final PolicyFindings each : compare(odd(), jobs(1, 3, 10, 0), 0)) {
      final boolean ends =
          switch (each.contender()) {
            case LIVE, LIVE_COST_AWARE, MOLDABLE, BAGS -> true;
            case STATIC, FCFS, EASY, EVICT, CHECKPOINT -> false;
          };
      assertThat(each.censored()).as(each.contender().title()).isEqualTo(ends ? 0 : 1);
      assertThat(each.jobs()).as("a job that has not ended is not dropped").isEqualTo(1);
    }
  }

  @Test
  void aTraceShorterThanTheJobsIsToldAsCensored() {
    for (final PolicyFindings each : compare(odd(), jobs(2, 1, 600, 0), 0)) {
      assertThat(each.jobs()).as(each.contender().title()).isEqualTo(2);
      assertThat(each.censored()).as(each.contender().title()).isEqualTo(2);
    }
  }
}
