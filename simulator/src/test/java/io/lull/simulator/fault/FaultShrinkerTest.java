package io.lull.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FaultShrinkerTest {
  private static final FaultOutcome HELD = new FaultOutcome.Held(0, Set.of(), 0, Set.of(), 0);
  private static final FaultOutcome BROKEN =
      new FaultOutcome.Broken(0, "J1 is lost: really", List.of());

  private static Submission job(long atMillis, int mostWorkers) {
    return new Submission(atMillis, 1, mostWorkers, Submission.Model.GRID);
  }

  private static FaultPlan without(FaultKind kind, FaultPlan plan) {
    return plan.with(plan.faults().stream().filter(fault -> fault.kind() != kind).toList());
  }

  @Test
  void whatTheFailureDoesNotNeedIsLeftOut() {
    final FaultPlan plan =
        new FaultPlan(1, 3, 5, List.of(job(0, 1), job(1, 1)), FaultPlan.of(11).faults());
    final Fault first = plan.faults().getFirst();
    final Fault last = plan.faults().getLast();
    final FaultPlan shortest =
        FaultShrinker.shrink(
            plan,
            candidate ->
                candidate.jobs().isEmpty()
                        || candidate.faults().stream()
                            .noneMatch(fault -> fault.atMillis() == first.atMillis())
                        || candidate.faults().stream()
                            .noneMatch(fault -> fault.atMillis() == last.atMillis())
                    ? HELD
                    : BROKEN);
    assertThat(shortest.faults())
        .extracting(Fault::atMillis)
        .containsExactly(first.atMillis(), last.atMillis());
    assertThat(shortest.jobs()).hasSize(1);
    assertThat(shortest.faults()).allMatch(fault -> Math.abs(fault.lastsMillis()) <= 100);
  }

  @Test
  void anotherFailureIsNotTakenForTheSame() {
    final FaultPlan plan = FaultPlan.of(11);
    final FaultPlan shortest =
        FaultShrinker.shrink(
            plan,
            candidate ->
                candidate.faults().size() == plan.faults().size()
                    ? BROKEN
                    : new FaultOutcome.Broken(0, "n1 outstays: J1", List.of()));
    assertThat(shortest.faults()).hasSameSizeAs(plan.faults());
  }

  @Test
  void nothingIsShrunkThatHolds() {
    assertThatThrownBy(() -> FaultShrinker.shrink(FaultPlan.of(11), _ -> HELD))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("all holds in this history: there is nothing to shrink");
  }

  /** A store that loses what it has acknowledged is a fault that the grid cannot live through. */
  @Test
  void aPlantedFaultIsFoundAndMadeAShortHistoryThatFailsAgain() {
    final List<Fault> faults =
        new ArrayList<>(
            FaultPlan.of(5).faults().stream().filter(fault -> fault.atMillis() > 4000).toList());
    assertThat(faults).hasSizeGreaterThan(5);
    faults.add(new Fault(FaultKind.STORE_LOSS, 2000, 1, 0));
    faults.add(new Fault(FaultKind.COORDINATOR_CRASH, 2120, 1, 500));
    final FaultPlan planted = new FaultPlan(5, 1, 5, List.of(job(2000, 2), job(3000, 1)), faults);
    assertThat(FaultRun.of(planted)).isInstanceOf(FaultOutcome.Broken.class);
    final FaultPlan shortest = FaultShrinker.shrink(planted);
    assertThat(shortest.faults())
        .extracting(Fault::kind)
        .contains(FaultKind.STORE_LOSS)
        .hasSizeLessThanOrEqualTo(2);
    assertThat(shortest.jobs()).hasSize(1);
    assertThat(FaultRun.of(shortest)).isInstanceOf(FaultOutcome.Broken.class);
    assertThat(FaultRun.of(without(FaultKind.STORE_LOSS, shortest)))
        .isInstanceOf(FaultOutcome.Held.class);
  }

  /** One that shrinks by a fault at a time, for ever, ends at the bound. */
  @Test
  void theSearchForAShorterHistoryEnds() {
    final Fault fault = new Fault(FaultKind.OWNER, 0, 1, 0);
    final FaultPlan plan =
        new FaultPlan(1, 1, 1, List.of(), Collections.nCopies(FaultPlan.MOST, fault));
    final AtomicInteger runs = new AtomicInteger();
    final FaultPlan shortest =
        FaultShrinker.shrink(
            plan,
            candidate -> {
              runs.incrementAndGet();
              return candidate.faults().size() % 2 == 0 ? BROKEN : HELD;
            });
    assertThat(runs.get()).isLessThanOrEqualTo(FaultShrinker.MOST_RUNS + 1);
    assertThat(shortest.faults().size() % 2).as("what is left still fails").isZero();
  }
}
