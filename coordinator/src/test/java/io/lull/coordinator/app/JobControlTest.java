package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AccountingGrpc;
import io.lull.protocol.wire.AccountsRequest;
import io.lull.protocol.wire.AmendRequest;
import io.lull.protocol.wire.AuditRequest;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.FileHead;
import io.lull.protocol.wire.JobAccount;
import io.lull.protocol.wire.JobControlGrpc;
import io.lull.protocol.wire.JobControlGrpc.JobControlBlockingStub;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.ListJobsRequest;
import io.lull.protocol.wire.ResubmitRequest;
import io.lull.protocol.wire.WorkerRange;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users do with their jobs between submission and end. */
class JobControlTest {
  private static final long PATIENCE_SECONDS = 20;

  @TempDir private Path folder;
  private Rig rig;
  private Identity admin;
  private ManagedChannel ada;
  private String job = "";

  @BeforeEach
  void start() throws Exception {
    rig = new Rig(folder);
    admin = rig.administrator();
    ada = rig.channel(rig.enrol(rig.token(admin, "user"), "ada").identity());
    job = Rig.grid(ada).submit(Rig.JACOBI).getJob();
  }

  @AfterEach
  void stop() {
    rig.close();
  }

  private static JobControlBlockingStub control(ManagedChannel channel) {
    return JobControlGrpc.newBlockingStub(channel)
        .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static JobRequest request(String id) {
    return JobRequest.newBuilder().setJob(id).build();
  }

  private JobView seen(ManagedChannel channel) {
    return Rig.grid(channel).getJob(request(job));
  }

  @Test
  void aHoldLastsUntilItsReleaseAlsoOverARestart() throws Exception {
    assertThat(control(ada).hold(request(job)).getHeldBy()).isEqualTo("ada");
    final Identity root = admin;
    rig.restart();
    final ManagedChannel again = rig.channel(root);
    assertThat(seen(again).getHeldBy()).isEqualTo("ada");
    assertThat(Rig.grid(again).explainJob(request(job)).getLinesList())
        .containsExactly(job + " is held by ada (lull release " + job + " lets it continue)");
    assertThat(control(again).release(request(job)).getHeldBy()).isEmpty();
    assertThatThrownBy(() -> control(again).release(request(job)))
        .hasMessageContaining("FAILED_PRECONDITION: " + job + " is not held");
  }

  @Test
  void onlyAnAdministratorReleasesWhatAnAdministratorHolds() {
    final var _ = control(rig.channel(admin)).hold(request(job));
    assertThatThrownBy(() -> control(ada).release(request(job)))
        .hasMessageContaining("PERMISSION_DENIED")
        .hasMessageContaining(job + " was held by root, an administrator");
    assertThat(seen(ada).getHeldBy()).isEqualTo("root");
    assertThat(control(rig.channel(admin)).release(request(job)).getHeldBy()).isEmpty();
  }

  @Test
  void onlyAJobThatComputesIsRebalanced() {
    assertThatThrownBy(() -> control(ada).rebalance(request(job)))
        .hasMessageContaining(
            "FAILED_PRECONDITION: " + job + " does not compute on several workers now");
  }

  @Test
  void termsAreChangedWithinTheRulesOfSubmission() {
    final JobView changed =
        control(ada)
            .amend(
                AmendRequest.newBuilder()
                    .setJob(job)
                    .setPriority(-5)
                    .setLimitMillis(60_000)
                    .setWorkers(WorkerRange.newBuilder().setLeast(2).setGreatest(9))
                    .build());
    assertThat(changed.getPriority()).isEqualTo(-5);
    assertThat(changed.getLimitMillis()).isEqualTo(60_000);
    assertThat(changed.getMinWorkers()).isEqualTo(2);
    assertThat(changed.getMaxWorkers()).isEqualTo(9);
    final List<AmendRequest> wrong =
        List.of(
            AmendRequest.newBuilder().setJob(job).build(),
            AmendRequest.newBuilder().setJob(job).setPriority(51).build(),
            AmendRequest.newBuilder().setJob(job).setLimitMillis(-1).build(),
            AmendRequest.newBuilder()
                .setJob(job)
                .setWorkers(WorkerRange.newBuilder().setLeast(0).setGreatest(3))
                .build(),
            AmendRequest.newBuilder()
                .setJob(job)
                .setWorkers(WorkerRange.newBuilder().setLeast(4).setGreatest(3))
                .build());
    for (final AmendRequest each : wrong) {
      Rig.assertRefused(
          Status.Code.INVALID_ARGUMENT,
          () -> {
            final var _ = control(ada).amend(each);
          });
    }
    assertThat(seen(ada).getPriority()).isEqualTo(-5);
    assertThat(seen(ada).getMinWorkers()).isEqualTo(2);
    assertThat(seen(ada).getLimitMillis()).isEqualTo(60_000);
    final var _ = Rig.grid(ada).cancel(request(job));
    Rig.assertRefused(
        Status.Code.FAILED_PRECONDITION,
        () -> {
          final var _ = control(ada).amend(wrong.get(1).toBuilder().setPriority(1).build());
        });
  }

  @Test
  void aJobIsSubmittedOnceMoreWithWhatItHad() throws Exception {
    final Blob input =
        Rig.put(ada, FileHead.newBuilder().setName("in.csv").build(), new byte[] {1, 2});
    final JobSpec spec =
        Rig.JACOBI.toBuilder().setName("twice").addInputs(input).addAfter(job).build();
    final String first = Rig.grid(ada).submit(spec).getJob();
    final var _ = Rig.grid(ada).cancel(request(first));
    final ResubmitRequest again =
        ResubmitRequest.newBuilder().setJob(first).setRequest("once").build();
    final String second = control(ada).resubmit(again).getJob();
    assertThat(second).isNotEqualTo(first);
    assertThat(control(ada).resubmit(again).getJob()).isEqualTo(second);
    final JobView view = Rig.grid(ada).getJob(request(second));
    assertThat(view.getName()).isEqualTo("twice");
    assertThat(view.getState()).isEqualTo("queued");
    assertThat(view.getReason()).as("it follows nobody").doesNotContain(job);
  }

  @Test
  void aPreviewSubmitsNothingAndNeedsNoFiles() {
    final JobSpec own =
        JobSpec.newBuilder()
            .setMainClass("Heat")
            .setProgram(Blob.newBuilder().setName("heat.jar"))
            .setMinWorkers(2)
            .setMaxWorkers(4)
            .build();
    final List<String> lines = control(ada).preview(own).getLinesList();
    assertThat(lines.getFirst())
        .isEqualTo("no nodes could run it, though all owners were away: no node is connected");
    assertThat(lines).anyMatch(line -> line.startsWith("the job waits for 2"));
    assertThat(lines).noneMatch(line -> line.contains(String.valueOf(Long.MAX_VALUE)));
    assertThat(control(ada).preview(own.toBuilder().addAfter(job).build()).getLinesList())
        .first()
        .asString()
        .isEqualTo("the job waits for " + job + " to finish; if that were over now:");
    Rig.assertRefused(
        Status.Code.INVALID_ARGUMENT,
        () -> {
          final var _ = control(ada).preview(own.toBuilder().setPriority(80).build());
        });
    assertThat(Rig.grid(ada).listJobs(ListJobsRequest.getDefaultInstance()).getJobsList())
        .hasSize(1);
  }

  @Test
  void changesAreInTheAuditLog() {
    final var _ = control(ada).hold(request(job));
    final var _ = control(ada).release(request(job));
    final var _ = control(ada).amend(AmendRequest.newBuilder().setJob(job).setPriority(3).build());
    final var _ = control(ada).resubmit(ResubmitRequest.newBuilder().setJob(job).build());
    assertThat(
            Rig.grid(rig.channel(admin))
                .getAudit(AuditRequest.newBuilder().setSinceMillis(60_000).build())
                .getEntriesList())
        .extracting(each -> each.getAction() + " " + each.getSubject() + " " + each.getDetail())
        .contains("hold " + job + " ", "release " + job + " ", "amend " + job + " priority 3")
        .anyMatch(line -> line.endsWith("as " + job));
  }

  @Test
  void usersSeeTheirOwnUseAndAdministratorsEverybodys() throws Exception {
    final ManagedChannel bob = rig.channel(rig.enrol(rig.token(admin, "user"), "bob").identity());
    final String bobs = Rig.grid(bob).submit(Rig.JACOBI).getJob();
    assertThat(jobs(ada, "")).containsExactly(job);
    assertThat(jobs(bob, "")).containsExactly(bobs);
    assertThat(jobs(rig.channel(admin), "")).containsExactly(job, bobs);
    assertThat(jobs(rig.channel(admin), "bob")).containsExactly(bobs);
    Rig.assertRefused(Status.Code.PERMISSION_DENIED, () -> jobs(ada, "bob"));
    Rig.assertRefused(
        Status.Code.PERMISSION_DENIED,
        () -> {
          final var _ =
              AccountingGrpc.newBlockingStub(ada)
                  .getMonths(AccountsRequest.newBuilder().setUser("bob").build());
        });
  }

  private static List<String> jobs(ManagedChannel channel, String user) {
    return AccountingGrpc.newBlockingStub(channel)
        .getJobs(AccountsRequest.newBuilder().setUser(user).build())
        .getJobsList()
        .stream()
        .map(JobAccount::getJob)
        .toList();
  }
}
