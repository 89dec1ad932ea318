package io.lull.agent.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Throttle;
import io.lull.testkit.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class NetworkBudgetTest {
  private final List<Long> heard = new ArrayList<>();
  private long cap = 12;
  private int workers = 1;
  private final NetworkBudget budget = new NetworkBudget(() -> cap, SystemClock.INSTANCE);

  @Test
  void everyWorkerHasAnEqualPartAndTheAgentOneWhileItCarriesSomething() {
    budget.attach(() -> workers, heard::add);
    final NetworkBudget.Transfer first = budget.begin();
    final NetworkBudget.Transfer second = budget.begin();
    first.close();
    first.close();
    workers = 2;
    budget.refresh();
    second.close();
    assertThat(heard).containsExactly(12L, 6L, 6L, 6L, 4L, 6L);
  }

  @Test
  void aNewCapIsSharedOutWhenItIsLookedAt() {
    budget.attach(() -> workers, heard::add);
    cap = Throttle.UNLIMITED;
    budget.refresh();
    workers = 0;
    cap = 7;
    budget.refresh();
    assertThat(heard).containsExactly(12L, Throttle.UNLIMITED, 7L);
  }

  /** The clock stands still: who waits for a moment waits until the time is up. */
  @Test
  @Timeout(60)
  void withoutACapTheAgentWaitsForNothing() throws Exception {
    try (NetworkBudget.Transfer transfer = NetworkBudget.unlimited(new VirtualClock()).begin()) {
      transfer.pass(Long.MAX_VALUE);
      transfer.pass(Long.MAX_VALUE);
    }
  }
}
