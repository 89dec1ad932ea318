package io.lull.simulator.exact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.scheduling.habit.Presence;
import io.lull.simulator.comparison.ComparisonProgress;
import io.lull.simulator.comparison.Contender;
import io.lull.simulator.comparison.PolicyComparison;
import io.lull.simulator.comparison.PolicyFindings;
import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.SharedCluster;
import io.lull.simulator.sharing.Speedup;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.RecordedMachines;
import io.lull.simulator.trace.TracedMachines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs on traces by the code that runs live, beside the level of whole changes. */
class ExactRunTest {
  private static final Duration RECRUITMENT = Duration.ofMinutes(5);
  private static final long HOUR = Duration.ofHours(1).toMillis();

  @Test
  void aJobThatNobodyDisturbsTakesItsTime() {
    final AvailabilityTrace trace = idle(4, 6);
    final ParallelJob job = ParallelJob.taking(1, HOUR, 4, HOUR, new Speedup.Perfect());
    final PolicyFindings exact = exact(trace, List.of(job), 1);
    assertThat(exact.censored()).isZero();
    assertThat(exact.responseRatio()).isBetween(1.0, 1.02);
    assertThat(exact.nodeSeconds().useful()).isCloseTo(4 * 3_600, within(40.0));
    assertThat(exact.nodeSeconds().lost()).isZero();
  }

  @Test
  void aSpeedUpThatIsNotPerfectCounts() {
    final ParallelJob job = ParallelJob.taking(1, HOUR, 4, HOUR, new Speedup.Amdahl(0.5));
    final PolicyFindings whole = exact(idle(4, 6), List.of(job), 1);
    assertThat(whole.responseRatio()).isBetween(1.0, 1.02);
    final PolicyFindings half = exact(idle(2, 6), List.of(job), 1);
    // On two machines 1 / (0.5 + 0.25) instead of 1 / (0.5 + 0.125).
    assertThat(half.responseRatio()).isCloseTo(1.2, within(0.02));
  }

  @Test
  void theLevelsAgreeOnTheSameInput() {
    final AvailabilityTrace trace = restless(12, Duration.ofHours(16), new SplittableRandom(7));
    final List<ParallelJob> jobs = jobs();
    final PolicyFindings exact = exact(trace, jobs, 1);
    final PolicyFindings fast = fast(trace, jobs, ChangeCost.ofResize(0));
    assertThat(exact.jobs()).isEqualTo(fast.jobs());
    assertThat(exact.censored()).isEqualTo(fast.censored());
    assertThat(exact.responseRatio())
        .isCloseTo(fast.responseRatio(), within(0.02 * fast.responseRatio()));
    assertThat(exact.nodeSeconds().useful())
        .isCloseTo(fast.nodeSeconds().useful(), within(0.02 * fast.nodeSeconds().useful()));
  }

  private static List<ParallelJob> jobs() {
    return IntStream.rangeClosed(1, 5)
        .mapToObj(j ->
            ParallelJob.taking(j, HOUR * j / 2, 1 + j % 4, HOUR * 3 / 2, new Speedup.Perfect()))
        .toList();
  }

  private static PolicyFindings fast(
      AvailabilityTrace trace, List<ParallelJob> jobs, ChangeCost cost) {
    return PolicyComparison.run(
            new TracedMachines(trace, RECRUITMENT),
            jobs,
            cost,
            List.of(Contender.LIVE),
            ComparisonProgress.NONE)
        .policies()
        .getFirst();
  }

  @Test
  void theSameSeedIsTheSameHistory() {
    final AvailabilityTrace trace = restless(6, Duration.ofHours(6), new SplittableRandom(3));
    final List<ParallelJob> jobs =
        List.of(
            ParallelJob.taking(1, 0, 3, HOUR, new Speedup.Perfect()),
            ParallelJob.taking(2, HOUR, 2, HOUR, new Speedup.Perfect()));
    assertThat(exact(trace, jobs, 5)).isEqualTo(exact(trace, jobs, 5));
  }

  @Test
  void aTraceThatEndsFirstCensorsItsJobs() {
    final PolicyFindings exact =
        exact(
            idle(2, 3), List.of(ParallelJob.taking(1, 0, 2, 10 * HOUR, new Speedup.Perfect())), 1);
    assertThat(exact.censored()).isEqualTo(1);
  }

  @Test
  void aJobMayBeWide() {
    final int machines = 70;
    final PolicyFindings exact =
        exact(
            idle(machines, 2),
            List.of(ParallelJob.taking(1, HOUR / 6, machines, HOUR / 12, new Speedup.Perfect())),
            1);
    assertThat(exact.censored()).isZero();
    assertThat(exact.responseRatio()).isBetween(1.0, 1.1);
  }

  @Test
  void whatIsTooMuchForThisLevelIsRefused() {
    final AvailabilityTrace large = idle(1_001, 24 * 28);
    final List<ParallelJob> job = List.of(ParallelJob.taking(1, 0, 1, HOUR, new Speedup.Perfect()));
    assertThatThrownBy(() -> exact(large, job, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the exact level simulates at most 28000 days of machines: give fewer --nodes or"
                + " --days, or --level fast");
  }

  @Test
  void theLevelsAgreeOnWhatChangesCost() {
    final AvailabilityTrace trace = restless(12, Duration.ofHours(16), new SplittableRandom(7));
    final List<ParallelJob> jobs = jobs();
    final ChangeCost cost = ChangeCost.ofResize(20_000);
    final PolicyFindings exact = exact(trace, jobs, cost, 1);
    final PolicyFindings fast = fast(trace, jobs, cost);
    assertThat(exact.responseRatio())
        .isGreaterThan(fast(trace, jobs, ChangeCost.ofResize(0)).responseRatio())
        .isCloseTo(fast.responseRatio(), within(0.02 * fast.responseRatio()));
  }

  private static PolicyFindings exact(AvailabilityTrace trace, List<ParallelJob> jobs, long seed) {
    return exact(trace, jobs, ChangeCost.ofResize(0), seed);
  }

  private static PolicyFindings exact(
      AvailabilityTrace trace, List<ParallelJob> jobs, ChangeCost cost, long seed) {
    final RecordedMachines machines = new TracedMachines(trace, RECRUITMENT);
    final SharedCluster.Outcome outcome =
        ExactRun.of(trace, machines, RECRUITMENT, jobs, cost, seed, (_, _) -> {});
    return PolicyComparison.of(machines, Contender.LIVE, outcome).policies().getFirst();
  }

  /** Nobody is ever there. */
  private static AvailabilityTrace idle(int machines, int hours) {
    final List<AvailabilityTrace.Turn> turns = new ArrayList<>();
    for (int m = 0; m < machines; m++) {
      turns.add(new AvailabilityTrace.Turn(0, "w%03d".formatted(m), Presence.AWAY));
    }
    for (int m = 0; m < machines; m++) {
      turns.add(new AvailabilityTrace.Turn(hours * HOUR, "w%03d".formatted(m), Presence.UNKNOWN));
    }
    return trace(turns);
  }

  /** Each owner is there for a third of the time, and comes and goes every few hours. */
  private static AvailabilityTrace restless(int nodes, Duration length, RandomGenerator chance) {
    final List<AvailabilityTrace.Turn> turns = new ArrayList<>();
    for (int n = 0; n < nodes; n++) {
      boolean there = chance.nextInt(3) == 0;
      long at = 0;
      while (at < length.toMillis()) {
        turns.add(
            new AvailabilityTrace.Turn(
                at, "w%02d".formatted(n), there ? Presence.THERE : Presence.AWAY));
        at += Math.round(-Math.log(1 - chance.nextDouble()) * (there ? 3_600_000 : 7_200_000));
        there = !there;
      }
    }
    turns.sort(Comparator.comparingLong(AvailabilityTrace.Turn::millis));
    return trace(turns);
  }

  private static AvailabilityTrace trace(List<AvailabilityTrace.Turn> turns) {
    final TreeSet<String> machines = new TreeSet<>();
    turns.forEach(turn -> machines.add(turn.machine()));
    return new AvailabilityTrace(machines, turns);
  }
}
