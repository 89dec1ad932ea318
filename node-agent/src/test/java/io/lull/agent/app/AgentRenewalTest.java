package io.lull.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.session.Backoff;
import io.lull.agent.enrolment.NodeEnrolment;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.Peer;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A node's certificate that is nearly over is renewed, and one that is over is complained of. */
final class AgentRenewalTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  @TempDir private Path temporary;
  private Rig rig;

  @BeforeEach
  void open() throws Exception {
    rig = new Rig(temporary);
    rig.coordinator()
        .accepts(
            Accepted.newBuilder()
                .addWantedWorkers("J1-w1")
                .setHeartbeatMillis(200)
                .setLeaseMillis(60_000)
                .build());
  }

  @AfterEach
  void close() {
    rig.close();
  }

  /** Certificates of the tests' authority begin two days ago. */
  private Identity nearlyOver() {
    return rig.authority().identity("desk-1", "node", Instant.now().plus(Duration.ofHours(12)));
  }

  private Path credentials() {
    return temporary.resolve("desk-1/credentials");
  }

  @Test
  void isRenewedAndTheSessionGoesOn() throws Exception {
    final Identity old = nearlyOver();
    try (Desk _ = rig.desk(old, "")) {
      final Hello first = rig.coordinator().hear(AgentReport::hasHello).getHello();
      final Hello again = rig.coordinator().hear(AgentReport::hasHello).getHello();
      assertThat(again.getIncarnation()).isEqualTo(first.getIncarnation());

      Eventually.await(
          "the new certificate is in the agent's folder",
          PATIENCE,
          () -> Identity.present(credentials()));
      final Identity kept = Identity.load(credentials());
      assertThat(kept.certificate().getNotAfter()).isAfter(old.certificate().getNotAfter());
      assertThat(Peer.of(kept.certificate())).contains(new Peer("desk-1", "node"));
      assertThat(kept.certificate().getPublicKey()).isNotEqualTo(old.certificate().getPublicKey());
      try (var files = Files.list(credentials())) {
        assertThat(files.toList())
            .singleElement()
            .satisfies(file ->
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------"));
      }
      rig.available();
      rig.start("J1-w1", order -> order);
      rig.said("J1-w1", WorkerReport::hasReady);
      rig.tell("J1-w1", WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(1)));
      rig.said("J1-w1", WorkerReport::hasAtSafePoint);
    }
  }

  @Test
  void oneThatIsOverIsComplainedOfInALine() throws Exception {
    final Identity over =
        rig.authority().identity("desk-1", "node", Instant.now().minus(Duration.ofHours(1)));
    over.store(credentials());
    final NodeEnrolment enrolment =
        new NodeEnrolment(
            credentials(),
            List.of(rig.coordinator().address()),
            SystemClock.INSTANCE,
            new Backoff(seed.random()));
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> enrolment.identity(Optional.empty(), "desk-1"))
        .isInstanceOfSatisfying(
            EnrolmentException.class, e -> assertThat(e.kind().exitCode()).isEqualTo(4))
        .hasMessageStartingWith("this node's certificate is good until ")
        .hasMessageEndingWith("start the agent once with --enroll TOKEN");
  }
}
