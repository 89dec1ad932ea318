package io.lull.simulator.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
  private static final Fault FAULT = new Fault(FaultKind.OWNER, 0, 1, 0);

  private static FaultPlan plan(int coordinators, int nodes, int faults) {
    return new FaultPlan(1, coordinators, nodes, List.of(), Collections.nCopies(faults, FAULT));
  }

  @Test
  void aPlanHasAsMuchAsMayBeAndNoMore() {
    assertThat(plan(FaultPlan.MOST_HOSTS, FaultPlan.MOST_HOSTS, FaultPlan.MOST).faults())
        .hasSize(FaultPlan.MOST);
    assertThatThrownBy(() -> plan(1, 1, FaultPlan.MOST + 1))
        .hasMessage("a plan has at most 10000 jobs, faults and wishes");
    assertThatThrownBy(() -> plan(FaultPlan.MOST_HOSTS + 1, 1, 0))
        .hasMessage("a grid has 1 to 100 coordinators and as many nodes");
    assertThatThrownBy(() -> plan(1, 0, 0))
        .hasMessage("a grid has 1 to 100 coordinators and as many nodes");
  }

  @Test
  void aFaultIsWithinADayAndOnlyClocksGoBackOrSlow() {
    final long day = Fault.MOST_MILLIS;
    assertThat(new Fault(FaultKind.NODE_CLOCK, day, 1, -day).lastsMillis()).isEqualTo(-day);
    assertThatThrownBy(() -> new Fault(FaultKind.NODE_CLOCK, day + 1, 1, 0))
        .hasMessage("a fault at 86400001 ms is out of range");
    assertThatThrownBy(() -> new Fault(FaultKind.NODE_CLOCK, 0, 1, -day - 1))
        .hasMessage("a fault of -86400001 ms is out of range");
    assertThatThrownBy(() -> new Fault(FaultKind.OWNER, 0, 1, -1))
        .hasMessage("a fault of -1 ms is out of range");
  }

  @Test
  void aClockThatDriftsIsSlowBelowZeroAndLastsAsLongEitherWay() {
    final Fault slow = new Fault(FaultKind.NODE_DRIFT, 1_000, 2, -4_000);
    assertThat(slow).hasToString("   1.0 s node-drift n2 slow for 4.0 s");
    assertThat(new Fault(FaultKind.STORE_DRIFT, 1_000, 1, 4_000))
        .hasToString("   1.0 s store-drift fast for 4.0 s");
    assertThat(new FaultPlan(1, 1, 2, List.of(), List.of(slow)).endMillis()).isEqualTo(5_000);
    assertThatThrownBy(() -> new Fault(FaultKind.NODE_DRIFT, 0, 1, -Fault.MOST_MILLIS - 1))
        .hasMessage("a fault of -86400001 ms is out of range");
  }

  /** A store that loses what it has acknowledged is not the grid's fault. */
  @Test
  void whatNothingHoldsAgainstIsNeverDrawn() {
    for (long seed = 0; seed < 200; seed++) {
      assertThat(FaultPlan.of(seed).faults())
          .noneMatch(each -> each.kind() == FaultKind.STORE_LOSS);
    }
  }
}
