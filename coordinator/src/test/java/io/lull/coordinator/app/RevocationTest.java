package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.CreateTokenRequest;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListNodesRequest;
import io.lull.protocol.wire.ListRevokedRequest;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.RevocationView;
import io.lull.protocol.wire.RevokeRequest;
import io.lull.testkit.time.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A revocation takes effect at once and lasts. */
class RevocationTest {
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

  private RevocationView revoke(String name, String role) {
    return Rig.grid(rig.channel(admin))
        .revoke(RevokeRequest.newBuilder().setName(name).setRole(role).build());
  }

  private Identity user(String name) throws Exception {
    return rig.enrol(rig.token(admin, "user"), name).identity();
  }

  private static void assertRevoked(ManagedChannel channel) {
    assertThatThrownBy(() -> Rig.grid(channel).listNodes(ListNodesRequest.getDefaultInstance()))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            refused -> {
              assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
              assertThat(refused.getStatus().getDescription())
                  .startsWith("ada was revoked by root at ")
                  .contains("lull token create --for ada");
            });
  }

  @Test
  void aUserIsRefusedFromThenOnAndAfterARestart() throws Exception {
    final Identity ada = user("ada");
    final ManagedChannel before = rig.channel(ada);
    assertThat(Rig.grid(before).listNodes(ListNodesRequest.getDefaultInstance())).isNotNull();

    assertThat(revoke("ada", "").getRole()).isEqualTo("user");

    assertRevoked(before);
    assertRevoked(rig.channel(ada));
    rig.restart();
    assertRevoked(rig.channel(ada));
    assertThat(
            Rig.grid(rig.channel(admin))
                .listRevoked(ListRevokedRequest.getDefaultInstance())
                .getRevocationsList())
        .extracting(RevocationView::getName)
        .containsExactly("ada");
  }

  @Test
  void theNameOfWhoWasRevokedIsNobodyElses() throws Exception {
    assertThat(user("ada")).isNotNull();
    assertThat(revoke("ada", "user").getName()).isEqualTo("ada");
    final EnrolmentToken any = rig.token(admin, "user");
    assertThatThrownBy(() -> rig.enrol(any, "ada")).hasMessageContaining("'ada' was revoked");
    assertThat(rig.enrol(any, "bob").identity()).as("the token is still good").isNotNull();
    final EnrolmentToken hers =
        EnrolmentToken.parse(
            Rig.grid(rig.channel(admin))
                .createToken(CreateTokenRequest.newBuilder().setRole("user").setName("ada").build())
                .getToken());
    assertThatThrownBy(() -> rig.enrol(hers, "mallory")).hasMessageContaining("is for 'ada'");
    final ManagedChannel again = rig.channel(rig.enrol(hers, "ada").identity());
    assertThat(Rig.grid(again).listNodes(ListNodesRequest.getDefaultInstance())).isNotNull();
  }

  @Test
  void whatAUserWatchesEndsWithTheirAccess() throws Exception {
    final ManagedChannel ada = rig.channel(user("ada"));
    final String job = Rig.grid(ada).submit(Rig.JACOBI).getJob();
    final Iterator<JobView> views =
        Rig.grid(ada).watchJob(JobRequest.newBuilder().setJob(job).build());
    assertThat(views.next().getState()).isEqualTo("queued");
    final CompletableFuture<Status.Code> ended = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            views.forEachRemaining(view -> {});
            ended.complete(Status.Code.OK);
          } catch (StatusRuntimeException e) {
            ended.complete(e.getStatus().getCode());
          }
        });

    final var _ = revoke("ada", "user");

    assertThat(ended.get(2 * PATIENCE.toSeconds(), TimeUnit.SECONDS))
        .as("it is ended, and not by the caller's own deadline")
        .isNotEqualTo(Status.Code.DEADLINE_EXCEEDED);
  }

  @Test
  void aNodesWorkersAreLostAndItsJobGoesOnElsewhere() throws Exception {
    final Identity bad = rig.enrol(rig.token(admin, "node"), "bad").identity();
    final FakeAgent agent = FakeAgent.connect(rig.channel(bad), "run-1", List.of());
    agent.awaits("Accepted", AgentOrder::hasAccepted);
    final JobRequest job =
        JobRequest.newBuilder()
            .setJob(Rig.grid(rig.channel(admin)).submit(Rig.JACOBI).getJob())
            .build();
    agent.awaits("StartWorker", AgentOrder::hasStartWorker);
    final FakeAgent other =
        FakeAgent.connect(
            rig.channel(rig.enrol(rig.token(admin, "node"), "other").identity()),
            "run-2",
            List.of());
    other.awaits("Accepted", AgentOrder::hasAccepted);

    final var _ = revoke("bad", "node");

    assertThat(agent.awaitsEnd()).isNotNull();
    other.awaits("StartWorker", AgentOrder::hasStartWorker);
    Eventually.await(
        "the job has no worker on the node any more",
        PATIENCE,
        () ->
            Rig.grid(rig.channel(admin)).getJob(job).getWorkersList().stream()
                .noneMatch(worker -> worker.getNode().equals("bad")));
    assertThat(
            Rig.grid(rig.channel(admin))
                .listNodes(ListNodesRequest.getDefaultInstance())
                .getNodesList())
        .extracting(NodeView::getName)
        .containsExactly("other");
    final FakeAgent again = FakeAgent.connect(rig.channel(bad), "run-3", List.of());
    assertThat(again.awaitsEnd().getCode()).isEqualTo(Status.Code.PERMISSION_DENIED);
  }

  @Test
  void theNameCanBeEnrolledAnew() throws Exception {
    final Identity old = rig.enrol(rig.token(admin, "node"), "ws1").identity();
    FakeAgent.connect(rig.channel(old), "run-1", List.of())
        .awaits("Accepted", AgentOrder::hasAccepted);
    final var _ = revoke("ws1", "");

    final var anew = rig.enrol(rig.token(admin, "node"), "ws1");

    assertThat(anew.name()).isEqualTo("ws1");
    FakeAgent.connect(rig.channel(anew.identity()), "run-2", List.of())
        .awaits("Accepted", AgentOrder::hasAccepted);
  }

  @Test
  void theLastAdministratorStays() throws Exception {
    assertThatThrownBy(() -> revoke("root", ""))
        .hasMessageContaining("INVALID_ARGUMENT")
        .hasMessageContaining("'root' is the last administrator: enrol another first");
    final Identity second = rig.enrol(rig.token(admin, "admin"), "second").identity();

    final RevocationView revoked =
        Rig.grid(rig.channel(second)).revoke(RevokeRequest.newBuilder().setName("root").build());

    assertThat(revoked.getBy()).isEqualTo("second");
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> Rig.grid(rig.channel(admin)).listNodes(ListNodesRequest.getDefaultInstance()));
  }

  @Test
  void tokensThatAnAdministratorLeftBehindAreWorthless() throws Exception {
    final Identity second = rig.enrol(rig.token(admin, "admin"), "second").identity();
    final EnrolmentToken left = rig.token(second, "admin");

    final var _ = revoke("second", "");

    assertThatThrownBy(() -> rig.enrol(left, "third"))
        .isInstanceOf(EnrolmentException.class)
        .hasMessageContaining("is unknown");
  }

  @Test
  void whoIsMeantHasToBeClear() throws Exception {
    final Identity _ = user("ada");
    final var _ = rig.enrol(rig.token(admin, "node"), "ada");

    assertThatThrownBy(() -> revoke("ada", ""))
        .hasMessageContaining("a workstation and a person are named 'ada'");
    assertThatThrownBy(() -> revoke("nobody", ""))
        .hasMessageContaining("no node or user named 'nobody'");
    final var _ = revoke("ada", "user");
    assertThatThrownBy(() -> revoke("ada", "user"))
        .hasMessageContaining("'ada' was already revoked by root");
    assertThat(rig.enrol(rig.token(admin, "node"), "ada").name()).isEqualTo("ada-2");
  }

  @Test
  void aUserMayPutNobodyOut() throws Exception {
    final ManagedChannel ada = rig.channel(user("ada"));
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> Rig.grid(ada).revoke(RevokeRequest.newBuilder().setName("root").build()));
  }
}
