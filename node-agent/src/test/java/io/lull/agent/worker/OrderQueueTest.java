package io.lull.agent.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.transport.Throttle;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.WorkerOrder;
import org.junit.jupiter.api.Test;

final class OrderQueueTest {
  private final OrderQueue orders = new OrderQueue();

  @Test
  void ofManyAllowancesAWorkerHearsTheNewestOnce() throws Exception {
    for (int i = 1; i <= 1000; i++) {
      assertThat(orders.allow(i)).isTrue();
    }
    orders.offer(propose());
    assertThat(orders.take().getAllowance().getNetworkBytesPerSecond()).isEqualTo(1000);
    assertThat(orders.take().hasPropose()).isTrue();
    orders.allow(1000);
    orders.allow(Throttle.UNLIMITED);
    final WorkerOrder last = orders.take();
    assertThat(last.hasAllowance()).isTrue();
    assertThat(last.getAllowance().getNetworkBytesPerSecond()).isZero();
  }

  @Test
  void takesNoMoreOrdersThanAWorkerCanHaveOutstanding() {
    int taken = 0;
    while (orders.offer(propose())) {
      taken++;
    }
    assertThat(taken).isEqualTo(256);
    assertThat(orders.allow(1)).isFalse();
  }

  private static WorkerOrder propose() {
    return WorkerOrder.newBuilder().setPropose(Propose.getDefaultInstance()).build();
  }
}
