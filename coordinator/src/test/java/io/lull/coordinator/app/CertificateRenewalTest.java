package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.RevokeRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A certificate is traded for a newer one of the same holder, and both can be revoked. */
class CertificateRenewalTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private Rig rig;
  private Identity admin;

  @BeforeEach
  void start() throws Exception {
    rig = new Rig(folder);
    admin = rig.administrator();
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  private Identity enrolled(String role, String name) throws Exception {
    return rig.enrol(rig.token(admin, role), name).identity();
  }

  private Identity renewed(Identity present) throws EnrolmentException {
    return EnrolmentClient.renew(rig.channel(present), present, PATIENCE);
  }

  private void revoke(String name) {
    final var _ =
        Rig.grid(rig.channel(admin)).revoke(RevokeRequest.newBuilder().setName(name).build());
  }

  private static void assertComesIn(ManagedChannel channel) {
    assertThat(Rig.grid(channel).listNodes(ListNodesRequest.getDefaultInstance())).isNotNull();
  }

  private static void assertRevoked(ManagedChannel channel) {
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> Rig.grid(channel).listNodes(ListNodesRequest.getDefaultInstance()));
  }

  @Test
  void nameAndRoleStayTheKeyDoesNot() throws Exception {
    final Identity ada = enrolled("user", "ada");
    final Identity next = renewed(ada);
    assertThat(Peer.of(next.certificate())).contains(new Peer("ada", "user"));
    assertThat(next.certificate().getPublicKey()).isNotEqualTo(ada.certificate().getPublicKey());
    assertComesIn(rig.channel(next));
    assertComesIn(rig.channel(ada));
    assertThat(
            Rig.grid(rig.channel(admin))
                .getAudit(AuditRequest.newBuilder().setSinceMillis(3_600_000).build())
                .getEntriesList())
        .filteredOn(entry -> entry.getAction().equals("renew"))
        .singleElement()
        .satisfies(entry -> {
          assertThat(entry.getWho()).isEqualTo("ada");
          assertThat(entry.getDetail()).startsWith("valid until 20");
        });
  }

  @Test
  void aRevocationCoversEveryCertificateAlsoAfterARestart() throws Exception {
    final Identity ada = enrolled("user", "ada");
    final Identity second = renewed(ada);
    final Identity third = renewed(second);

    revoke("ada");

    for (final Identity each : List.of(ada, second, third)) {
      assertRevoked(rig.channel(each));
    }
    rig.restart();
    for (final Identity each : List.of(ada, second, third)) {
      assertRevoked(rig.channel(each));
    }
    assertThat(
            Rig.grid(rig.channel(admin))
                .listRevoked(io.lull.protocol.wire.ListRevokedRequest.getDefaultInstance())
                .getRevocationsList())
        .hasSize(1);
  }

  @Test
  void aRevokedCertificateIsNotRenewed() throws Exception {
    final Identity ada = enrolled("user", "ada");
    revoke("ada");
    assertThatThrownBy(() -> renewed(ada))
        .isInstanceOfSatisfying(
            EnrolmentException.class,
            refused -> assertThat(refused.kind()).isEqualTo(EnrolmentException.Kind.REFUSED))
        .hasMessageContaining("ada was revoked");
  }

  @Test
  void aNodeKeepsItsSeatAndItsJobWithItsNewKeyAndWithItsOldOne() throws Exception {
    final Identity old = enrolled("node", "ws1");
    final FakeAgent agent = FakeAgent.connect(rig.channel(old), "run-1", List.of());
    agent.awaits("Accepted", AgentOrder::hasAccepted);
    final var _ = Rig.grid(rig.channel(admin)).submit(Rig.JACOBI);
    agent.awaits("StartWorker", AgentOrder::hasStartWorker);

    final Identity next = renewed(old);
    final FakeAgent again = FakeAgent.connect(rig.channel(next), "run-1", List.of());

    assertThat(again.awaits("Accepted", AgentOrder::hasAccepted).getAccepted().getNode())
        .isEqualTo("ws1");
    // Its answer could have been lost: then the agent comes with what it has.
    final FakeAgent third = FakeAgent.connect(rig.channel(old), "run-1", List.of());
    third.awaits("Accepted", AgentOrder::hasAccepted);
  }

  @Test
  void nobodyRenewsWithoutEnd() throws Exception {
    Identity ada = enrolled("user", "ada");
    for (int i = 0; i < 16; i++) {
      ada = renewed(ada);
    }
    final Identity last = ada;
    assertThatThrownBy(() -> renewed(last)).hasMessageContaining("16 certificates");
    assertComesIn(rig.channel(last));
  }
}
