package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.session.RecordedSession;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.RevocationStore;
import io.lull.protocol.records.RevocationRecord;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.RevokedKeys;
import io.lull.testkit.time.VirtualClock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Agents accept connections of other nodes: they must know which are revoked. */
class RevokedNodesTest {
  private final VirtualClock clock = new VirtualClock();
  private final InMemoryRecordMaps maps = new InMemoryRecordMaps();
  private final ControlRound rounds =
      Controls.rounds(maps, new KeptHistory(), clock, new GridControl.Terms(1, false));

  private final GridControl control = rounds.grid();

  private RecordedSession connect(String node) {
    final RecordedSession session = new RecordedSession(node, node, clock);
    control.connected(session, Hello.newBuilder().setIncarnation(node).build());
    return session;
  }

  private void round() {
    assertThat(rounds.run(List.of())).isInstanceOf(ControlRound.Outcome.Done.class);
  }

  @Test
  void agentsHearOfRevokedNodesAtOnceAndWheneverTheyConnect() {
    final RecordedSession node = connect("ws1");
    round();
    final ByteString first = ByteString.copyFromUtf8("the first key");
    final ByteString renewed = ByteString.copyFromUtf8("the renewed key");
    new RevocationStore(maps)
        .put(
            RevocationRecord.newBuilder()
                .setName("ws2")
                .setRole("node")
                .setKeySha256(first)
                .addRenewedKeySha256(renewed)
                .build());
    new RevocationStore(maps)
        .put(
            RevocationRecord.newBuilder()
                .setName("ada")
                .setRole("user")
                .setKeySha256(ByteString.copyFromUtf8("a person's key"))
                .build());

    control.revoke("ws2", "revoked by ada");
    round();

    final RevokedKeys keys =
        RevokedKeys.newBuilder().addKeySha256(first).addKeySha256(renewed).build();
    assertThat(node.orders())
        .filteredOn(AgentOrder::hasRevokedKeys)
        .singleElement()
        .returns(keys, AgentOrder::getRevokedKeys);
    final RecordedSession later = connect("ws3");
    round();
    assertThat(later.orders())
        .filteredOn(AgentOrder::hasAccepted)
        .singleElement()
        .returns(keys, order -> order.getAccepted().getRevokedKeys());
  }
}
