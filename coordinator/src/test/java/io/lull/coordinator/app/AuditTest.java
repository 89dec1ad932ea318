package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AuditEntry;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.DrainRequest;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.NodeRequest;
import io.lull.protocol.wire.ResizeRequest;
import io.lull.protocol.wire.RevokeRequest;
import io.lull.testkit.time.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do is written down, with who they are and where they did it from. */
class AuditTest {
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

  private List<AuditEntry> entries() {
    return Rig.grid(rig.channel(admin))
        .getAudit(AuditRequest.newBuilder().setSinceMillis(3_600_000).build())
        .getEntriesList();
  }

  private static String line(AuditEntry entry) {
    return String.join(
        " ", entry.getWho(), entry.getAction(), entry.getSubject(), entry.getOutcome());
  }

  @Test
  void whatIsDoneIsThereWhenItsAnswerIs() throws Exception {
    final ManagedChannel root = rig.channel(admin);
    final EnrolmentToken token = rig.token(admin, "user");
    final ManagedChannel ada = rig.channel(rig.enrol(token, "ada").identity());
    final Identity node = rig.enrol(rig.token(admin, "node"), "ws1").identity();
    FakeAgent.connect(rig.channel(node), "run-1", List.of())
        .awaits("Accepted", AgentOrder::hasAccepted);
    final String job = Rig.grid(ada).submit(Rig.JACOBI).getJob();
    final var _ =
        Rig.grid(ada).resize(ResizeRequest.newBuilder().setJob(job).setWorkers(1).build());
    final var _ = Rig.grid(ada).getPieceKey(JobRequest.newBuilder().setJob(job).build());
    final var _ = Rig.grid(root).drain(DrainRequest.newBuilder().setName("ws1").build());
    final var _ =
        Rig.grid(root)
            .drain(DrainRequest.newBuilder().setName("ws1").setBy(4_102_444_800_000L).build());
    final var _ = Rig.grid(root).undrain(NodeRequest.newBuilder().setName("ws1").build());
    final var _ = Rig.grid(ada).cancel(JobRequest.newBuilder().setJob(job).build());
    final var _ = Rig.grid(root).revoke(RevokeRequest.newBuilder().setName("ws1").build());

    final List<AuditEntry> entries = entries();

    assertThat(entries.stream().map(AuditTest::line))
        .containsExactly(
            "root enrol root done",
            "root create-token user done",
            "ada enrol ada done",
            "root create-token node done",
            "ws1 enrol ws1 done",
            "ada submit J1 done",
            "ada resize J1 done",
            "ada read-key J1 done",
            "root drain ws1 done",
            "root drain ws1 done",
            "root undrain ws1 done",
            "ada cancel J1 done",
            "root revoke ws1 done");
    assertThat(entries).extracting(AuditEntry::getDetail).contains("by 2100-01-01T00:00:00Z");
    assertThat(entries).extracting(AuditEntry::getHost).containsOnly("127.0.0.1");
    assertThat(entries.toString()).doesNotContain(token.secret());
  }

  @Test
  void refusalsAreWrittenDownToo() throws Exception {
    final ManagedChannel ada = rig.channel(rig.enrol(rig.token(admin, "user"), "ada").identity());
    final String job = Rig.grid(rig.channel(admin)).submit(Rig.JACOBI).getJob();
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> Rig.grid(ada).createToken(CreateTokenRequest.getDefaultInstance()));
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> Rig.grid(ada).cancel(JobRequest.newBuilder().setJob(job).build()));
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> Rig.grid(ada).getJob(JobRequest.newBuilder().setJob(job).build()));

    Eventually.await(
        "the refusals are written down",
        PATIENCE,
        () ->
            entries().stream()
                .map(AuditTest::line)
                .toList()
                .containsAll(
                    List.of(
                        "ada call lull.wire.Grid/CreateToken refused",
                        "ada cancel J1 refused",
                        "ada read J1 refused")));
  }

  @Test
  void itIsForAdministratorsAndOutlivesARestart() throws Exception {
    final ManagedChannel ada = rig.channel(rig.enrol(rig.token(admin, "user"), "ada").identity());
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> Rig.grid(ada).getAudit(AuditRequest.newBuilder().setSinceMillis(1000).build()));
    rig.restart();
    assertThat(entries().stream().map(AuditTest::line)).contains("ada enrol ada done");
  }
}
