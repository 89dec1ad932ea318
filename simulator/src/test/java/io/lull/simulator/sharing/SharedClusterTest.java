package io.lull.simulator.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.simulator.sharing.SharedCluster.Outcome;
import io.lull.simulator.trace.OfferCalendar;
import io.lull.simulator.trace.OfferTimes;
import io.lull.simulator.trace.TimeSpan;
import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SharedClusterTest {
  static final long MINUTE = 60_000;
  private static final long LONG = 1_000_000 * MINUTE;
  private static final ChangeCost FREE = ChangeCost.ofResize(0);
  static final ChangeCost MINUTE_COST = ChangeCost.ofResize(2 * MINUTE);

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  /** Machines that are idle in these spans of minutes, in pairs. */
  static OfferCalendar machines(long[]... minutes) {
    final TreeMap<String, List<TimeSpan>> idle = new TreeMap<>();
    for (int machine = 0; machine < minutes.length; machine++) {
      final List<TimeSpan> spans = new ArrayList<>();
      for (int i = 0; i < minutes[machine].length; i += 2) {
        spans.add(new TimeSpan(minutes[machine][i] * MINUTE, minutes[machine][i + 1] * MINUTE));
      }
      idle.put(String.format(Locale.ROOT, "m%03d", machine), spans);
    }
    return new OfferCalendar(new OfferTimes(idle, 0, LONG));
  }

  private static long[] always() {
    return new long[] {0, 1_000_000};
  }

  private static OfferCalendar dedicated(int count) {
    return machines(Collections.nCopies(count, always()).toArray(long[][]::new));
  }

  /** A job that takes so many minutes on all its machines. */
  static ParallelJob job(int number, long atMinute, int machines, long minutes) {
    return ParallelJob.taking(
        number, atMinute * MINUTE, machines, minutes * MINUTE, new Speedup.Perfect());
  }

  private static double endMinute(EndedJob job) {
    return job.endMillis().orElseThrow() / (double) MINUTE;
  }

  static Outcome run(
      OfferCalendar calendar, SharingPolicy policy, ChangeCost cost, ParallelJob... jobs) {
    return SharedCluster.run(calendar, List.of(jobs), new SharedCluster.Rules(policy, cost));
  }

  private static List<Supplier<SharingPolicy>> policies(ChangeCost cost) {
    return List.of(
        PlannedSharing::fixed, PlannedSharing::dynamic, () -> new CostAwareSharing(cost));
  }

  @Test
  void withoutOwnersAndCostsJobsTakeExactlyTheirDedicatedTime() {
    for (final Supplier<SharingPolicy> policy : policies(FREE)) {
      final Outcome outcome =
          run(dedicated(50), policy.get(), FREE, job(1, 7, 8, 60), job(2, 7, 8, 60));
      assertThat(outcome.jobs())
          .extracting(SharedClusterTest::endMinute)
          .containsExactly(67.0, 67.0);
      assertThat(outcome.time().useful()).isEqualTo(16.0 * 60 * MINUTE);
      assertThat(outcome.time().idle()).isEqualTo(34.0 * 60 * MINUTE);
      assertThat(outcome.time().withheld()).isZero();
    }
  }

  @Test
  void aLostMachineIsReplacedForHalfTheCost() {
    final OfferCalendar calendar = machines(new long[] {0, 10}, always(), always());
    for (final Supplier<SharingPolicy> policy : policies(MINUTE_COST)) {
      final Outcome outcome = run(calendar, policy.get(), MINUTE_COST, job(1, 0, 2, 30));
      assertThat(outcome.jobs()).extracting(SharedClusterTest::endMinute).containsExactly(31.0);
      assertThat(outcome.jobs().getFirst().changes().migrated()).isEqualTo(1);
      assertThat(outcome.jobs().getFirst().changes().resized()).isZero();
    }
  }

  @Test
  void withoutAReplacementStaticSharingSuspendsAndDynamicShrinksAndGrows() {
    final OfferCalendar calendar = machines(new long[] {0, 10, 40, 1000}, always());
    final EndedJob fixed =
        run(calendar, PlannedSharing.fixed(), MINUTE_COST, job(1, 0, 2, 30)).jobs().getFirst();
    assertThat(endMinute(fixed)).isEqualTo(60);
    assertThat(fixed.changes().suspended()).isEqualTo(1);
    final EndedJob dynamic =
        run(calendar, PlannedSharing.dynamic(), MINUTE_COST, job(1, 0, 2, 30)).jobs().getFirst();
    // 40 machine-minutes are left; from 12 to 40 one is done each minute, from 42 on two.
    assertThat(endMinute(dynamic)).isEqualTo(48);
    assertThat(dynamic.changes().resized()).isEqualTo(2);
  }

  @Test
  void aChangeInTheMiddleOfAChangeBeginsAnew() {
    final OfferCalendar calendar =
        machines(new long[] {0, 10}, new long[] {0, 11}, always(), always());
    final EndedJob job =
        run(calendar, PlannedSharing.dynamic(), MINUTE_COST, job(1, 0, 4, 30)).jobs().getFirst();
    // 80 machine-minutes are left; from 13 on two are done each minute.
    assertThat(endMinute(job)).isEqualTo(13 + 40);
    assertThat(job.changes().resized()).isEqualTo(2);
  }

  @Test
  void dynamicSharingGivesEachJobAsMuchAsTheOthers() {
    final Outcome outcome =
        run(dedicated(8), PlannedSharing.dynamic(), FREE, job(1, 0, 8, 60), job(2, 0, 8, 60));
    assertThat(outcome.jobs())
        .extracting(SharedClusterTest::endMinute)
        .containsExactly(120.0, 120.0);
    final Outcome costAware =
        run(dedicated(8), new CostAwareSharing(FREE), FREE, job(1, 0, 8, 60), job(2, 0, 8, 60));
    assertThat(costAware.jobs())
        .extracting(SharedClusterTest::endMinute)
        .containsExactly(60.0, 120.0);
  }

  @Test
  void aCostAwareJobWaitsForAMachineThatIsLikelyToComeSoonAndElseShrinks() {
    // Five others come and go every ten minutes, so that one is likely within less than two.
    final List<long[]> busy = new ArrayList<>();
    busy.add(always());
    busy.add(new long[] {0, 100, 103, 1000});
    for (int machine = 0; machine < 10; machine++) {
      final long[] spans = new long[20];
      for (int i = 0; i < spans.length; i += 2) {
        spans[i] = 5L * i + machine;
        spans[i + 1] = spans[i] + (spans[i] > 88 ? 0 : 1);
      }
      busy.add(spans);
    }
    final ChangeCost cost = ChangeCost.ofResize(10 * MINUTE);
    final EndedJob waits =
        run(
                machines(busy.toArray(long[][]::new)),
                new CostAwareSharing(cost),
                cost,
                job(1, 90, 2, 60))
            .jobs()
            .getFirst();
    assertThat(waits.changes().resized()).isZero();
    assertThat(endMinute(waits)).isEqualTo(153);
    final EndedJob shrinks =
        run(
                machines(always(), new long[] {0, 100}),
                new CostAwareSharing(cost),
                cost,
                job(1, 90, 2, 60))
            .jobs()
            .getFirst();
    assertThat(shrinks.changes().resized()).isEqualTo(1);
    assertThat(endMinute(shrinks)).isEqualTo(110 + 100);
  }

  @Test
  void aCostAwareJobDoesNotGrowJustBeforeItsEnd() {
    final OfferCalendar calendar = machines(always(), new long[] {29, 1000});
    final EndedJob job =
        run(calendar, new CostAwareSharing(MINUTE_COST), MINUTE_COST, job(1, 0, 2, 15))
            .jobs()
            .getFirst();
    assertThat(endMinute(job)).isEqualTo(30);
    assertThat(job.changes().resized()).isZero();
  }

  @Test
  void whatHasNotEndedWithTheTraceSaysSo() {
    final OfferCalendar calendar = machines(new long[] {0, 10}, new long[] {5, 5});
    final Outcome outcome = run(calendar, PlannedSharing.dynamic(), FREE, job(1, 0, 2, 60));
    assertThat(outcome.jobs().getFirst().endMillis()).isEqualTo(OptionalLong.empty());
    assertThat(outcome.untilMillis()).isEqualTo(LONG);
    final Outcome wide = run(dedicated(3), PlannedSharing.fixed(), FREE, job(1, 0, 4, 1));
    assertThat(wide.jobs().getFirst().endMillis()).isEmpty();
  }

  @Test
  void aMachineIsGivenAwayOnce() {
    final SharingPolicy generous =
        view ->
            new SharingPolicy.Decision(
                view.jobs().stream().map(_ -> List.of(0)).toList(), Long.MAX_VALUE);
    assertThatThrownBy(() -> run(dedicated(2), generous, FREE, job(1, 0, 1, 1), job(2, 0, 1, 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("machine 0, which is taken");
  }

  /** Whatever owners do, each machine's time is one of four kinds, and each job's work is done. */
  @Test
  void noTimeIsLostOrCountedTwice() {
    final RandomGenerator chance = seed.random();
    for (int round = 0; round < 30; round++) {
      final long[][] minutes = new long[5 + chance.nextInt(8)][];
      for (int machine = 0; machine < minutes.length; machine++) {
        minutes[machine] = chance.longs(2 * chance.nextLong(1, 12), 0, 600).sorted().toArray();
        minutes[machine][minutes[machine].length - 1] = 1_000_000;
      }
      final ParallelJob[] jobs = new ParallelJob[1 + chance.nextInt(5)];
      for (int i = 0; i < jobs.length; i++) {
        jobs[i] = job(i + 1, chance.nextInt(300), 1 + chance.nextInt(5), 1 + chance.nextInt(90));
      }
      final ChangeCost cost = ChangeCost.ofResize(chance.nextInt(300) * 1000L);
      for (final Supplier<SharingPolicy> policy : policies(cost)) {
        final Outcome outcome = run(machines(minutes), policy.get(), cost, jobs);
        double work = 0;
        long first = Long.MAX_VALUE;
        for (final ParallelJob each : jobs) {
          work += each.machineMillis();
          first = Math.min(first, each.submitMillis());
        }
        assertThat(outcome.jobs()).allMatch(each -> each.endMillis().isPresent());
        assertThat(outcome.time().useful()).isCloseTo(work, within(1e-3));
        assertThat(outcome.time().all())
            .isCloseTo((double) (outcome.untilMillis() - first) * minutes.length, within(1e-3));
      }
    }
  }

  /**
   * The mean time in a system whose machines are all used by whoever is there: E[S] / (1 - rho).
   */
  @Test
  void sharedJobsTakeAsLongAsTheoryHasIt() {
    final int machines = 8;
    final double mean = 10 * MINUTE;
    final double load = 0.6;
    final List<ParallelJob> jobs = poisson(5, 4000, machines, mean / load, mean);
    final double theory = mean / (1 - load);
    assertThat(meanResponse(dedicated(machines), PlannedSharing.dynamic(), jobs))
        .isCloseTo(theory, within(0.1 * theory));
  }

  /** The mean wait of jobs of one machine, first come, first served: Erlang's formula C. */
  @Test
  void waitingJobsWaitAsLongAsErlangHasIt() {
    final int machines = 6;
    final double mean = 30 * MINUTE;
    final double load = 0.7;
    final List<ParallelJob> jobs = poisson(6, 10_000, 1, mean / load / machines, mean);
    final double wait = erlangC(machines, load * machines) * mean / (machines * (1 - load));
    assertThat(meanResponse(dedicated(machines), PlannedSharing.fixed(), jobs) - meanService(jobs))
        .isCloseTo(wait, within(0.12 * wait));
  }

  private static List<ParallelJob> poisson(
      long seed, int count, int machines, double gapMillis, double dedicatedMillis) {
    final RandomGenerator chance = new Seed(seed).random();
    final List<ParallelJob> jobs = new ArrayList<>();
    double at = 0;
    for (int number = 1; number <= count; number++) {
      at += gapMillis * chance.nextExponential();
      final long millis = Math.max(1, Math.round(dedicatedMillis * chance.nextExponential()));
      jobs.add(ParallelJob.taking(number, (long) at, machines, millis, new Speedup.Perfect()));
    }
    return jobs;
  }

  private static double meanService(List<ParallelJob> jobs) {
    return jobs.stream().mapToDouble(ParallelJob::dedicatedMillis).average().orElseThrow();
  }

  private static double meanResponse(
      OfferCalendar calendar, SharingPolicy policy, List<ParallelJob> jobs) {
    return SharedCluster.run(calendar, jobs, new SharedCluster.Rules(policy, FREE)).jobs().stream()
        .mapToDouble(ended -> ended.endMillis().orElseThrow() - ended.job().submitMillis())
        .average()
        .orElseThrow();
  }

  /** That all machines are busy. */
  private static double erlangC(int machines, double offered) {
    double term = 1;
    double sum = 1;
    for (int k = 1; k < machines; k++) {
      term *= offered / k;
      sum += term;
    }
    final double last = term * offered / machines / (1 - offered / machines);
    return last / (sum + last);
  }
}
