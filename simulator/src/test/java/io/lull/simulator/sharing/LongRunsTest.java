package io.lull.simulator.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.simulator.sharing.SharedCluster.Outcome;
import io.lull.simulator.trace.OfferCalendar;
import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What makes simulations of years possible changes nothing that they find. */
class LongRunsTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  /** Asks another policy at every event, whether it has anything to decide or not. */
  private record AlwaysAsked(SharingPolicy policy) implements SharingPolicy {
    @Override
    public Decision decide(View view) {
      return policy.decide(view);
    }

    @Override
    public boolean rearranges() {
      return true;
    }
  }

  private static List<Supplier<SharingPolicy>> all(ChangeCost cost) {
    return List.of(
        PlannedSharing::live,
        PlannedSharing::moldable,
        PlannedSharing::fixed,
        () -> new CostAwareSharing(cost),
        QueueSharing::fcfs,
        QueueSharing::easy);
  }

  private OfferCalendar anyMachines(RandomGenerator random, int count) {
    final long[][] minutes = new long[count][];
    for (int machine = 0; machine < count; machine++) {
      minutes[machine] = new long[40];
      long at = random.nextLong(60);
      for (int i = 0; i < 40; i++) {
        minutes[machine][i] = at;
        at += 1 + random.nextLong(i % 2 == 0 ? 240 : 60);
      }
    }
    return SharedClusterTest.machines(minutes);
  }

  private static ParallelJob[] anyJobs(RandomGenerator random, int count, int mostMachines) {
    final ParallelJob[] jobs = new ParallelJob[count];
    for (int j = 0; j < count; j++) {
      jobs[j] =
          SharedClusterTest.job(
              j + 1,
              random.nextLong(2_000),
              1 + random.nextInt(mostMachines),
              1 + random.nextLong(300));
    }
    return jobs;
  }

  @Test
  void whatIsNotAskedWouldHaveChangedNothing() {
    final RandomGenerator random = seed.random();
    for (int round = 0; round < 12; round++) {
      final OfferCalendar calendar = anyMachines(random, 12);
      final ParallelJob[] jobs = anyJobs(random, 12, round % 2 == 0 ? 3 : 9);
      for (final Supplier<SharingPolicy> policy : all(SharedClusterTest.MINUTE_COST)) {
        final Outcome asked =
            SharedClusterTest.run(
                calendar, new AlwaysAsked(policy.get()), SharedClusterTest.MINUTE_COST, jobs);
        final Outcome spared =
            SharedClusterTest.run(calendar, policy.get(), SharedClusterTest.MINUTE_COST, jobs);
        assertThat(spared.jobs()).hasSameSizeAs(asked.jobs());
        for (int j = 0; j < jobs.length; j++) {
          assertThat(spared.jobs().get(j).changes()).isEqualTo(asked.jobs().get(j).changes());
          // Sums of other parts round otherwise.
          assertThat(spared.jobs().get(j).endMillis().orElse(-1))
              .isCloseTo(asked.jobs().get(j).endMillis().orElse(-1), within(2L));
        }
        assertThat(spared.time().useful())
            .isCloseTo(asked.time().useful(), within(1e-6 * asked.time().all()));
      }
    }
  }

  /** Asks the planner each time. */
  private record AlwaysPlanned(PlannedSharing policy) implements SharingPolicy {
    @Override
    public Decision decide(View view) {
      return policy.planned(view);
    }
  }

  @Test
  void whatIsDecidedWithoutThePlannerIsWhatItWouldHavePlanned() {
    final RandomGenerator random = seed.random();
    for (int round = 0; round < 12; round++) {
      final OfferCalendar calendar = anyMachines(random, 16);
      final ParallelJob[] jobs = anyJobs(random, 12, round % 2 == 0 ? 3 : 9);
      for (final Supplier<SharingPolicy> policy :
          List.<Supplier<SharingPolicy>>of(
              PlannedSharing::live, PlannedSharing::dynamic, PlannedSharing::fixed)) {
        final SharingPolicy planned = new AlwaysPlanned((PlannedSharing) policy.get());
        assertThat(
                SharedClusterTest.run(calendar, policy.get(), SharedClusterTest.MINUTE_COST, jobs))
            .isEqualTo(
                SharedClusterTest.run(calendar, planned, SharedClusterTest.MINUTE_COST, jobs));
      }
    }
  }

  @Test
  void aRunThatWasLeftGoesOnAsIfNothingHadHappened() {
    final RandomGenerator random = seed.random();
    final OfferCalendar calendar = anyMachines(random, 10);
    final List<ParallelJob> jobs = List.of(anyJobs(random, 15, 6));
    for (final WorkLoss loss :
        List.of(
            new WorkLoss.Nothing(), new WorkLoss.SinceCheckpoint(10 * SharedClusterTest.MINUTE))) {
      for (final Supplier<SharingPolicy> policy : all(SharedClusterTest.MINUTE_COST)) {
        final Supplier<SharedCluster.Rules> rules =
            () -> new SharedCluster.Rules(policy.get(), SharedClusterTest.MINUTE_COST, loss);
        final List<SavedRun> left = new ArrayList<>();
        final RunObserver observer =
            new RunObserver() {
              @Override
              public void passed(long nowMillis, Supplier<SavedRun> save) {
                left.add(save.get());
              }

              @Override
              public int events() {
                return 37;
              }
            };
        final Outcome whole = SharedCluster.run(calendar, jobs, rules.get(), observer);
        assertThat(left).hasSizeGreaterThan(3);
        for (final SavedRun saved : left) {
          assertThat(SharedCluster.resume(calendar, jobs, rules.get(), saved, RunObserver.NOBODY))
              .isEqualTo(whole);
        }
      }
    }
  }
}
