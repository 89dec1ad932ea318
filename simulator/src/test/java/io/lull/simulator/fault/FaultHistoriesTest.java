package io.lull.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Seed;
import java.util.List;
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

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private record History(FaultPlan plan, FaultOutcome outcome) {
    static History of(long seed) {
      final FaultPlan plan = FaultPlan.of(seed);
      return new History(plan, FaultRun.of(plan));
    }
  }

  @Test
  void theGridLivesThroughWhateverIsDrawn() {
    final long first = seed.random().nextLong(1L << 40);
    final List<History> histories =
        LongStream.range(first, first + SEEDS).parallel().mapToObj(History::of).toList();
    final FaultFindings findings = new FaultFindings();
    histories.forEach(history -> findings.add(history.plan(), history.outcome()));
    assertThat(findings.failures())
        .as("lull simulate faults --shrink SEED makes the shortest history of one of them")
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
    assertThat(findings.answered()).as("requests of users").isGreaterThan(SEEDS);
    assertThat(findings.faults()).containsKeys(FaultKind.NODE_HUSHED, FaultKind.NODE_DEAF);
    assertThat(findings.changes().keySet()).anyMatch(change -> change.endsWith("onto a ghost"));
    for (final FaultKind kind : FaultKind.values()) {
      if (kind.weight() > 0) {
        assertThat(findings.faults()).containsKey(kind);
      }
    }
  }

  /** Of histories that once failed. */
  @ParameterizedTest
  @ValueSource(longs = {1105, 1299, 633646515387L, 633646515419L, 633646515440L, 39409482259L})
  void seedsThatFailedOnceHold(long seed) {
    final FaultPlan plan = FaultPlan.of(seed);
    assertThat(FaultRun.of(plan)).isInstanceOf(FaultOutcome.Held.class);
    // As it was when it failed.
    final FaultPlan then =
        plan.withWishes(List.of())
            .with(
                plan.faults().stream()
                    .filter(fault ->
                        fault.kind() != FaultKind.NODE_HUSHED
                            && fault.kind() != FaultKind.NODE_DEAF)
                    .toList());
    assertThat(FaultRun.of(then)).isInstanceOf(FaultOutcome.Held.class);
  }

  @Test
  void theSameSeedIsTheSameHistory() {
    final FaultOutcome first = FaultRun.of(FaultPlan.of(7));
    assertThat(first).isInstanceOf(FaultOutcome.Held.class);
    assertThat(FaultRun.of(FaultPlan.of(7))).isEqualTo(first);
    assertThat(FaultRun.of(FaultPlan.of(8))).isNotEqualTo(first);
  }
}
