package io.lull.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.NodeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BulletinTest {
  private static final String WORKER = "J1-w1";

  private final List<NodeStatus> told = new ArrayList<>();
  private final Bulletin bulletin = new Bulletin(List.of());

  @Test
  void aGracePeriodThatOnlyRunsOnIsToldOnce() {
    bulletin.to(
        new OwnerListener() {
          @Override
          public void status(NodeStatus status) {
            told.add(status);
          }

          @Override
          public void vacated(String worker, double millis, boolean killed) {}

          @Override
          public void quit() {}
        });
    final Node node = Node.available(Map.of());
    node.guest(WORKER);
    bulletin.publish(node.core());
    node.input();
    bulletin.publish(node.core());
    assertThat(told.getLast().getState()).isEqualTo("vacating");
    node.pass(3);
    bulletin.publish(node.core());
    final NodeStatus suspended = told.getLast();
    assertThat(suspended.getState()).isEqualTo("suspended");
    assertThat(suspended.getGraceLeftMillis()).isPositive();
    final int before = told.size();
    for (int step = 0; step < 5; step++) {
      node.pass(1);
      bulletin.publish(node.core());
    }
    assertThat(node.core().toWire().getGraceLeftMillis())
        .isLessThan(suspended.getGraceLeftMillis());
    assertThat(told).hasSize(before);
    node.tell(new NodeEvent.GuestGone(WORKER));
    bulletin.publish(node.core());
    assertThat(told).hasSize(before + 1);
    assertThat(told.getLast().getGraceLeftMillis()).isZero();
  }
}
