package io.lull.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Seed;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Coordinators are killed, frozen and thawed, nodes crash and are cut off, clocks and the store
 * fail, owners come and go, connections break: no node is in two jobs, no accepted job is lost,
 * nobody obeys a coordinator that leads no more, no guest outstays its owner's grace period, and
 * every job ends once the faults stop.
 */
class FaultHistoriesTest {
  /** Other ones in each run of the tests. */
  private static final int SEEDS = Integer.getInteger("lull.fault.seeds", 300);

  /** Drawn in none of the histories that failed once. */
  private static final Set<FaultKind> LATER_KINDS =
      EnumSet.of(
          FaultKind.NODE_HUSHED,
          FaultKind.NODE_DEAF,
          FaultKind.NODE_GONE,
          FaultKind.DISK_FULL,
          FaultKind.DISK_DAMAGE,
          FaultKind.DISK_UNSYNCED,
          FaultKind.COORDINATOR_DRIFT,
          FaultKind.NODE_DRIFT,
          FaultKind.STORE_DRIFT);

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private static final int OF_GRIDS = 150;

  private static final int OF_FAILOVERS = 60;

  /** Of a block of histories that are chosen together. */
  private static final int BLOCK = 75;

  private record History(HistoryName name, FaultPlan plan, FaultOutcome outcome) {
    static History of(HistoryName name) {
      final FaultPlan plan = name.plan();
      return new History(name, plan, FaultRun.of(plan));
    }
  }

  @Test
  void theGridLivesThroughWhateverIsDrawn() {
    final long first = seed.random().nextLong(1L << 40);
    final FaultFindings findings = new FaultFindings();
    final HistoryChoice choice = new HistoryChoice(findings);
    for (int done = 0; done < SEEDS; done += BLOCK) {
      final List<HistoryName> block = choice.block(first + done, Math.min(BLOCK, SEEDS - done));
      block.parallelStream()
          .map(History::of)
          .toList()
          .forEach(history -> {
            choice.learn(history.name(), history.outcome());
            findings.add(history.name(), history.plan(), history.outcome());
          });
    }
    assertThat(findings.failures())
        .as("lull simulate faults --shrink HISTORY makes the shortest one of one of them")
        .isEmpty();
    assertThat(findings.histories()).isEqualTo(SEEDS);
    // Histories that nothing happens in prove nothing.
    assertThat(findings.changes().keySet())
        .contains(
            "start by scheduler",
            "grow by opportunity",
            "shrink by scheduler",
            "migrate by owner",
            "suspend by owner",
            "suspend by failure",
            "resume by scheduler",
            "recover by failure",
            "recover by owner",
            "checkpoint by scheduler",
            "end by scheduler");
    // About one for each history, and spread widely: changed histories share their users' requests.
    assertThat(findings.answered()).as("requests of users").isGreaterThan(SEEDS / 2);
    assertThat(findings.faults())
        .containsKeys(
            FaultKind.NODE_HUSHED,
            FaultKind.NODE_DEAF,
            FaultKind.NODE_GONE,
            FaultKind.DISK_FULL,
            FaultKind.DISK_DAMAGE,
            FaultKind.DISK_UNSYNCED,
            FaultKind.COORDINATOR_DRIFT,
            FaultKind.NODE_DRIFT,
            FaultKind.STORE_DRIFT);
    assertThat(findings.situations().keySet())
        .contains(
            "running/meeting > changing/halting",
            "queued > dealing",
            "start/Gathering > start/Preparing")
        .anyMatch(situation -> situation.startsWith("relearning dealing"));
    for (final FaultKind kind : FaultKind.values()) {
      if (kind.weight() > 0) {
        assertThat(findings.faults()).containsKey(kind);
      }
    }
  }

  /** Of histories that once failed. */
  @ParameterizedTest
  @ValueSource(
      longs = {
        1105,
        1299,
        633646515387L,
        633646515419L,
        633646515440L,
        39409482259L,
        233711861455L
      })
  void seedsThatFailedOnceHold(long seed) {
    final FaultPlan plan = FaultPlan.of(seed);
    assertThat(FaultRun.of(plan)).isInstanceOf(FaultOutcome.Held.class);
    // As it was when it failed.
    final FaultPlan then =
        plan.withWishes(List.of())
            .withJobs(plan.jobs().stream().map(job -> job.as(Submission.Model.GRID)).toList())
            .with(
                plan.faults().stream()
                    .filter(fault -> !LATER_KINDS.contains(fault.kind()))
                    .toList());
    assertThat(FaultRun.of(then)).isInstanceOf(FaultOutcome.Held.class);
  }

  /** What is rare is looked at in each run, too: these are the same each time. */
  @Test
  void amongHistoriesOfGridsSomeHaveGhosts() {
    final List<FaultOutcome> outcomes =
        LongStream.rangeClosed(1, OF_GRIDS)
            .parallel()
            .mapToObj(FaultPlan::of)
            .map(plan ->
                FaultRun.of(
                    plan.withJobs(
                        plan.jobs().stream().map(job -> job.as(Submission.Model.GRID)).toList())))
            .toList();
    assertThat(outcomes)
        .allMatch(FaultOutcome.Held.class::isInstance)
        .map(FaultOutcome.Held.class::cast)
        .flatExtracting(FaultOutcome.Held::changes)
        .anyMatch(change -> change.endsWith("onto a ghost"));
  }

  /** One fails at a time, and agents lose a connection now and then: no job notices. */
  @Test
  void aCoordinatorThatFailsCostsNoJobItsConfiguration() {
    final long first = seed.random().nextLong(1L << 40);
    LongStream.range(first, first + OF_FAILOVERS)
        .parallel()
        .mapToObj(FaultHistoriesTest::failovers)
        .forEach(plan ->
            assertThat(FaultRun.of(plan))
                .as("%s", plan)
                .isInstanceOfSatisfying(
                    FaultOutcome.Held.class,
                    held ->
                        assertThat(held.changes())
                            .noneMatch(change -> change.startsWith("recover"))));
  }

  /** Jobs need three of five nodes: a plan that takes more of them away is not followed so far. */
  @Test
  void twoNodesAtMostAreGoneForGood() {
    final List<Fault> faults =
        LongStream.rangeClosed(1, 5)
            .mapToObj(node -> new Fault(FaultKind.NODE_GONE, 5_000 * node, (int) node, 0))
            .toList();
    final List<Submission> jobs = List.of(new Submission(0, 3, 3, Submission.Model.GRID));
    assertThat(FaultRun.of(new FaultPlan(1, 1, 5, jobs, faults)))
        .isInstanceOf(FaultOutcome.Held.class);
  }

  private static FaultPlan failovers(long seed) {
    final RandomGenerator chance = new SplittableRandom(seed);
    final List<Submission> jobs = new ArrayList<>();
    for (int job = 0; job < 2; job++) {
      jobs.add(
          new Submission(chance.nextInt(3_000), 1, 1 + chance.nextInt(3), Submission.Model.GRID));
    }
    final List<Fault> faults = new ArrayList<>();
    for (int at = 6_000; at < 40_000; at += 17_000) {
      faults.add(
          new Fault(
              chance.nextBoolean() ? FaultKind.COORDINATOR_CRASH : FaultKind.COORDINATOR_FREEZE,
              at + chance.nextInt(2_000),
              1 + chance.nextInt(3),
              2_000 + chance.nextInt(6_000)));
      faults.add(
          new Fault(
              FaultKind.CONNECTION_BREAK,
              at + 12_000 + chance.nextInt(2_000),
              1 + chance.nextInt(5),
              0));
    }
    return new FaultPlan(seed, 3, 5, jobs, faults);
  }

  @Test
  void theSameSeedIsTheSameHistory() {
    final FaultOutcome first = FaultRun.of(FaultPlan.of(7));
    assertThat(first).isInstanceOf(FaultOutcome.Held.class);
    assertThat(FaultRun.of(FaultPlan.of(7))).isEqualTo(first);
    assertThat(FaultRun.of(FaultPlan.of(8))).isNotEqualTo(first);
  }
}
