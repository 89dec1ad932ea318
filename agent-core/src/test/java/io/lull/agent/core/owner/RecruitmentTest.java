package io.lull.agent.core.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.model.NodeState;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A machine is recruited when input and load have been quiet for as long as the owner has set. */
class RecruitmentTest {
  private static final Duration IDLE_AFTER = Duration.ofMinutes(5);

  @Test
  void noGuestComesBetweenTwoCompilations() {
    final Node node = Node.available(Map.of());
    assertThat(node.core().state()).isEqualTo(NodeState.AVAILABLE);
    for (int compilation = 0; compilation < 3; compilation++) {
      node.ownerCpu = 0.8;
      node.pass(30);
      assertThat(node.core().state()).isEqualTo(NodeState.OWNER);
      node.ownerCpu = 0.01;
      node.pass(120);
      assertThat(node.core().state()).isEqualTo(NodeState.OWNER);
      assertThat(node.core().reason())
          .matches("your programs were busy .* ago; available in [34] min.*");
    }
    node.pass(IDLE_AFTER);
    assertThat(node.core().state()).isEqualTo(NodeState.AVAILABLE);
  }

  @Test
  void aLockedScreenMakesItShorter() {
    final Node node = Node.available(Map.of());
    node.tell(new NodeEvent.Lock("lock"));
    node.ownerCpu = 0.8;
    node.pass(30);
    node.ownerCpu = 0.01;
    node.pass(90);
    assertThat(node.core().state()).isEqualTo(NodeState.AVAILABLE);
  }

  @Test
  void aGuestThatWasAllowedToStayGoesOnWhenTheProgramsAreQuiet() {
    final Node node =
        Node.available(Map.of("policy", "linger", "linger-load", "0.9", "linger-time", "1m"));
    node.guest("J1-w1");
    node.ownerCpu = 0.3;
    node.pass(30);
    assertThat(node.core().state()).isNotEqualTo(NodeState.AVAILABLE);
    node.ownerCpu = 0.01;
    node.pass(120);
    assertThat(node.core().leaving()).isEmpty();
    assertThat(node.core().state()).isEqualTo(NodeState.RUNNING);
  }
}
