package io.lull.agent.core.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.NodeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StatusChangesTest {
  private static final String WORKER = "J1-w1";

  private final List<NodeStatus> reported = new ArrayList<>();
  private final StatusChanges changes = new StatusChanges();

  private void look(Node node) {
    changes.after(node.core()).ifPresent(reported::add);
  }

  @Test
  void aGracePeriodThatOnlyRunsOnIsReportedOnce() {
    final Node node = Node.available(Map.of());
    node.guest(WORKER);
    look(node);
    node.input();
    look(node);
    assertThat(reported.getLast().getState()).isEqualTo("vacating");
    node.pass(3);
    look(node);
    final NodeStatus suspended = reported.getLast();
    assertThat(suspended.getState()).isEqualTo("suspended");
    assertThat(suspended.getGraceLeftMillis()).isPositive();
    final int before = reported.size();
    for (int step = 0; step < 5; step++) {
      node.pass(1);
      look(node);
    }
    assertThat(node.core().toWire().getGraceLeftMillis())
        .isLessThan(suspended.getGraceLeftMillis());
    assertThat(reported).hasSize(before);
    node.tell(new NodeEvent.GuestGone(WORKER));
    look(node);
    assertThat(reported).hasSize(before + 1);
    assertThat(reported.getLast().getGraceLeftMillis()).isZero();
  }
}
