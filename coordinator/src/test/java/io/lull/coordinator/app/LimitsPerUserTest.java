package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.LimitList;
import io.lull.protocol.wire.LimitRequest;
import io.lull.protocol.wire.LimitsGrpc;
import io.lull.protocol.wire.ListLimitsRequest;
import io.lull.testkit.time.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users may have at a time is set by administrators, and kept by the coordinator. */
class LimitsPerUserTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private Rig rig;
  private Identity admin;
  private Identity ada;

  @BeforeEach
  void start() throws Exception {
    rig = new Rig(folder);
    admin = rig.administrator();
    ada = rig.enrol(rig.token(admin, "user"), "ada").identity();
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  private LimitsGrpc.LimitsBlockingStub limits(Identity of) {
    return LimitsGrpc.newBlockingStub(rig.channel(of));
  }

  private LimitList set(LimitRequest.Builder request) {
    return limits(admin).set(request.build());
  }

  private static LimitRequest.Builder of(String user) {
    return LimitRequest.newBuilder().setUser(user);
  }

  private String submit(ManagedChannel channel, int least) {
    return Rig.grid(channel)
        .submit(Rig.JACOBI.toBuilder().setMinWorkers(least).setMaxWorkers(least).build())
        .getJob();
  }

  private static JobView job(ManagedChannel channel, String job) {
    return Rig.grid(channel).getJob(JobRequest.newBuilder().setJob(job).build());
  }

  private static void awaitReason(ManagedChannel channel, String job, String part) {
    Eventually.await(
        job + " " + part, PATIENCE, () -> job(channel, job).getReason().contains(part));
  }

  @Test
  void aJobBeyondALimitWaitsUntilTheLimitIsRaised() throws Exception {
    for (final String node : List.of("ws1", "ws2")) {
      final Identity identity = rig.enrol(rig.token(admin, "node"), node).identity();
      FakeAgent.connect(rig.channel(identity), "run-1", List.of())
          .keepingInTouch()
          .awaits("Accepted", AgentOrder::hasAccepted);
    }
    assertThat(set(of("ada").setJobs(1)).getLimits(0).getJobs()).isEqualTo(1);
    final ManagedChannel channel = rig.channel(ada);
    final String first = submit(channel, 1);
    Eventually.await(
        "it has a node", PATIENCE, () -> !job(channel, first).getState().equals("queued"));
    final String second = submit(channel, 1);
    awaitReason(channel, second, "ada may have at most 1 running job at a time");

    rig.restart();
    final ManagedChannel after = rig.channel(ada);
    assertThat(limits(admin).list(ListLimitsRequest.getDefaultInstance()).getLimits(0).getUser())
        .isEqualTo("ada");
    final var _ = set(of("ada").setUsual(true));
    awaitReason(after, second, "idle node");
  }

  @Test
  void aJobThatNeedsMoreThanItsUserMayHaveIsRejected() {
    final var _ = set(of("").setNodes(3));
    final ManagedChannel channel = rig.channel(ada);
    assertThatThrownBy(() -> submit(channel, 4))
        .hasMessageContaining("ada may have at most 3 nodes at a time, and this job needs 4")
        .hasMessageContaining("lull limit ada --nodes 4");
    assertThat(submit(channel, 3)).isEqualTo("J1");
    final var _ = set(of("ada").setNodes(0));
    assertThat(submit(channel, 4)).isEqualTo("J2");
  }

  @Test
  void onlyAdministratorsSetThemAndEachChangeIsInTheAuditLog() {
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED, () -> limits(ada).set(of("ada").setNodes(9).build()));
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> limits(ada).list(ListLimitsRequest.getDefaultInstance()));
    assertThatThrownBy(() -> set(of("nobody").setNodes(9)))
        .hasMessageContaining("no user named 'nobody' has logged in");
    assertThatThrownBy(() -> set(of("ada").setNodes(-1)))
        .hasMessageContaining("--nodes: a limit must be between 1 and");
    final var _ = set(of("ada").setNodes(9).setJobs(2));
    final var _ = set(of("").setUsual(true));
    assertThat(
            Rig.grid(rig.channel(admin))
                .getAudit(AuditRequest.newBuilder().setSinceMillis(3_600_000).build())
                .getEntriesList())
        .filteredOn(entry -> entry.getAction().equals("set-limit"))
        .extracting(entry -> entry.getWho() + " " + entry.getSubject() + " " + entry.getDetail())
        .containsExactly("root ada nodes 9, jobs 2", "root everybody as usual");
  }
}
