package io.lull.agent.core.owner;

import static io.lull.protocol.model.NodeState.AVAILABLE;
import static io.lull.protocol.model.NodeState.RUNNING;
import static io.lull.protocol.model.NodeState.VACATING;
import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.owner.NodeEffect.KillGuest;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The owner keeps guests away, at once or once the one that is here has ended. */
class OwnerPauseTest {
  private static final String W = "J1-w1";

  @Test
  void vacatesWhilePausedAndGoesOnWhenThePauseIsOver() {
    final Node node = Node.available(Map.of());
    node.guest(W);
    node.tell(new NodeEvent.Pause(node.now().epochMillis() + 60_000));
    assertThat(node.core().state()).isEqualTo(VACATING);
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().reason()).isEqualTo("you paused Lull until 12:06");
    node.pass(61);
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.tell(new NodeEvent.Pause(Long.MAX_VALUE));
    node.pass(Duration.ofHours(1));
    assertThat(node.core().reason()).isEqualTo("you paused Lull until you resume it");
    node.tell(new NodeEvent.Resume());
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }

  @Test
  void pausesOnceTheJobThatIsHereHasEndedAndTakesNoOtherBefore() {
    final Node node = Node.available(Map.of());
    node.guest(W);
    node.tell(new NodeEvent.Pause(Long.MAX_VALUE, true));
    assertThat(node.core().state()).isEqualTo(RUNNING);
    assertThat(node.core().willing()).isTrue();
    assertThat(node.core().nextChange()).isEqualTo("Lull pauses when the running job has ended");
    assertThat(node.tell(new NodeEvent.GuestClaimed("J2.0", "eve")))
        .containsExactly(
            new KillGuest("J2.0", "its owner pauses Lull when the running job has ended"));
    node.tell(new NodeEvent.GuestGone("J2.0"));
    node.pass(Duration.ofHours(1));
    assertThat(node.core().state())
        .as("the job goes on for as long as it takes")
        .isEqualTo(RUNNING);
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().reason()).isEqualTo("you paused Lull until you resume it");
    node.tell(new NodeEvent.Resume());
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
    node.tell(new NodeEvent.Pause(Long.MAX_VALUE, true));
    assertThat(node.core().reason())
        .as("nobody is here")
        .isEqualTo("you paused Lull until you resume it");
  }

  @Test
  void aPauseThatWasToComeCanBeTakenBack() {
    final Node node = Node.available(Map.of());
    node.guest(W);
    node.tell(new NodeEvent.Pause(Long.MAX_VALUE, true));
    node.tell(new NodeEvent.Resume());
    node.tell(new NodeEvent.GuestGone(W));
    assertThat(node.core().state()).isEqualTo(AVAILABLE);
  }
}
