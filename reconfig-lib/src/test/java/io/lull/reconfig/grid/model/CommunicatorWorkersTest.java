package io.lull.reconfig.grid.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.Workers;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a lone worker exchanges with itself, and what none may; several are in WorkersTest. */
final class CommunicatorWorkersTest {
  private final Workers alone =
      new CommunicatorWorkers(
          new Communicator(0, 0, Collections.singletonList(null), CallContext.NONE));

  @Test
  void aLoneWorkerHearsItself() {
    alone.barrier();
    assertThat(alone.count()).isEqualTo(1);
    assertThat(alone.rank()).isZero();
    assertThat(alone.sum(0.5)).isEqualTo(0.5);
    assertThat(alone.sum(3L)).isEqualTo(3);
    assertThat(alone.max(-1)).isEqualTo(-1);
    assertThat(alone.broadcast(new byte[] {1, 2}, 0)).containsExactly(1, 2);
    assertThat(alone.gather(new byte[] {3})).containsExactly(new byte[] {3});
    assertThat(alone.exchange(List.of(new byte[] {4}))).containsExactly(new byte[] {4});
  }

  @Test
  void refusesARankThatThereIsNot() {
    assertThatThrownBy(() -> alone.broadcast(new byte[0], 1))
        .hasMessage("there is no rank 1 to broadcast from: there are 1 workers");
    assertThatThrownBy(() -> alone.broadcast(new byte[0], -1)).hasMessageContaining("rank -1");
  }

  @Test
  void wantsAMessageForEach() {
    assertThatThrownBy(() -> alone.exchange(List.of()))
        .hasMessage("0 messages for 1 workers: give one for each rank");
  }

  @Test
  void takesTheLongestMessageAndRefusesALongerOne() {
    final byte[] longest = new byte[Workers.MOST_BYTES];
    assertThat(alone.gather(longest).getFirst()).hasSize(longest.length);
    final byte[] longer = new byte[Workers.MOST_BYTES + 1];
    assertThatThrownBy(() -> alone.gather(longer)).hasMessageContaining("is the most");
    assertThatThrownBy(() -> alone.broadcast(longer, 0)).hasMessageContaining("is the most");
  }
}
