package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.RecordView;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Colleagues learn of an owner that the computer is in use, and no more. */
class NodePrivacyTest {
  private static final NodeView FULL =
      NodeView.newBuilder()
          .setName("desk-7")
          .setState("owner")
          .setReason("sleep runs, which has the computer to itself: \"My doctor\"")
          .setSince(Instant.parse("2026-11-26T09:41:17Z").toEpochMilli())
          .setOwnerIdleSeconds(671.233)
          .setOwnerCpu(0.37)
          .setGuestCpu(0.5)
          .setCores(8)
          .setInputSource("session 3 (ada, x11 :0)")
          .setLikelyIdleSeconds(9_431)
          .setReclaims(RecordView.newBuilder().setCount(17).setLastMillis(3))
          .setVacate(RecordView.newBuilder().setCount(17))
          .setLostReclaims(1)
          .addWelcome("ada")
          .addWelcome("bob")
          .build();

  private static Caller caller(String name, Role role) {
    return new Caller(name, role, ByteString.EMPTY, "");
  }

  @Test
  void usersSeeThatItIsInUse() {
    final NodeView seen = NodePrivacy.of(FULL, caller("bob", Role.USER));
    assertThat(seen)
        .isEqualTo(
            NodeView.newBuilder()
                .setName("desk-7")
                .setReduced(true)
                .setState("owner")
                .setReason("it is in use, or its owner does not offer it now")
                .setSince(Instant.parse("2026-11-26T09:30:00Z").toEpochMilli())
                .setGuestCpu(0.5)
                .setCores(8)
                .setLikelyIdleSeconds(7_200)
                .addWelcome("bob")
                .build());
  }

  @Test
  void idleTimesAreCoarse() {
    final NodeView idle = FULL.toBuilder().setOwnerIdleSeconds(2_000).build();
    assertThat(NodePrivacy.of(idle, caller("bob", Role.USER)).getOwnerIdleSeconds())
        .isEqualTo(1_800);
  }

  @Test
  void noStateTellsWhatTheOwnerDoes() {
    for (final NodeState state : NodeState.values()) {
      final NodeView seen =
          NodePrivacy.of(
              FULL.toBuilder().setState(state.wire()).setDrainedBy("root").build(),
              caller("bob", Role.USER));
      assertThat(seen.getReason()).contains("drained by root").doesNotContain("sleep", "doctor");
    }
  }

  @Test
  void administratorsSeeEverything() {
    assertThat(NodePrivacy.of(FULL, caller("root", Role.ADMIN))).isEqualTo(FULL);
  }
}
