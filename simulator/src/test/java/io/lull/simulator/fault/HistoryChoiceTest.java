package io.lull.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HistoryChoiceTest {
  private static final FaultPlan PLAN = FaultPlan.of(1);

  private final FaultFindings findings = new FaultFindings();
  private final HistoryChoice choice = new HistoryChoice(findings);

  private void ran(HistoryName name, String... situations) {
    final FaultOutcome outcome =
        new FaultOutcome.Held(0, Set.of(), 0, Set.of(situations), name.hashCode());
    choice.learn(name, outcome);
    findings.add(name, PLAN, outcome);
  }

  @Test
  void everyOtherHistoryChangesOneThatCameThroughSomethingNew() {
    ran(HistoryName.of(1), "running > finishing");
    ran(HistoryName.of(2), "running > finishing");
    final List<HistoryName> block = choice.block(10, 40);
    assertThat(block).hasSize(40);
    for (int i = 0; i < 40; i++) {
      assertThat(block.get(i))
          .isEqualTo(i % 2 == 0 ? HistoryName.of(10 + i) : new HistoryName(List.of(1L, 10L + i)));
    }
    assertThat(choice.block(10, 40)).isEqualTo(block);
  }

  @Test
  void theOneWithTheRarestIsChangedMost() {
    ran(HistoryName.of(1), "often");
    for (long other = 2; other < 20; other++) {
      ran(HistoryName.of(other), "often");
    }
    ran(HistoryName.of(20), "often", "rare");
    final long ofTheRare =
        choice.block(0, 200).stream()
            .filter(name -> name.seeds().size() == 2 && name.seeds().getFirst() == 20)
            .count();
    // One of four draws is enough: 15 of 16.
    assertThat(ofTheRare).isBetween(80L, 100L);
  }

  @Test
  void theOldestIsForgottenWhereTooManyAreKept() {
    for (long seed = 1; seed <= HistoryChoice.MOST_KEPT; seed++) {
      ran(HistoryName.of(seed), "of " + seed);
    }
    assertThat(choice.block(0, 20_000)).anyMatch(name -> isChangeOf(1, name));
    ran(HistoryName.of(0), "one more");
    assertThat(choice.block(0, 20_000)).noneMatch(name -> isChangeOf(1, name));
  }

  private static boolean isChangeOf(long seed, HistoryName name) {
    return name.seeds().size() == 2 && name.seeds().getFirst() == seed;
  }

  @Test
  void nothingIsChangedBeforeAnythingIsKnown() {
    assertThat(choice.block(5, 3))
        .containsExactly(HistoryName.of(5), HistoryName.of(6), HistoryName.of(7));
  }

  @Test
  void aHistoryThatWasChangedOftenIsChangedNoMore() {
    HistoryName name = HistoryName.of(1);
    for (int change = 0; change < HistoryName.MOST_CHANGES; change++) {
      name = name.changedBy(change);
    }
    ran(name, "new");
    assertThat(choice.block(1, 2)).containsExactly(HistoryName.of(1), HistoryName.of(2));
  }

  @Test
  void aNameIsTheHistory() {
    final HistoryName name = HistoryName.parse("17.4021.-88");
    assertThat(name.seeds()).containsExactly(17L, 4021L, -88L);
    assertThat(name).hasToString("17.4021.-88");
    assertThat(name.plan()).isEqualTo(HistoryName.parse("17.4021.-88").plan());
    assertThat(name.plan()).isNotEqualTo(HistoryName.parse("17.4021").plan());
    assertThat(name.plan().jobs()).isEqualTo(FaultPlan.of(17).jobs());
    assertThat(name.plan().seed()).isEqualTo(17);
    assertThatThrownBy(() -> HistoryName.parse("17."))
        .hasMessage("'17.' is no history: give a seed, or seeds with points between them");
    assertThatThrownBy(() -> HistoryName.parse("1.2.3.4.5.6.7.8.9.10"))
        .hasMessage("a history has a seed, and those of at most 8 changes");
  }

  @Test
  void whateverIsChangedIsAPlan() {
    FaultPlan plan = FaultPlan.of(3);
    for (long by = 0; by < 2_000; by++) {
      plan = plan.varied(by);
      assertThat(plan.faults().size()).isLessThanOrEqualTo(64);
      assertThat(plan.faults())
          .isSortedAccordingTo((a, b) -> Long.compare(a.atMillis(), b.atMillis()));
    }
  }
}
