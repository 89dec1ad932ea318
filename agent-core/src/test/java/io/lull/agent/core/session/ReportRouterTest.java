package io.lull.agent.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import io.lull.agent.core.owner.NodeEffect.ReportVacated;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.LogTail;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.Resumed;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerReport;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReportRouterTest {
  private static final String W = "J1-w1";

  /** Those that the session makes itself. */
  private static final Set<String> OF_THE_SESSION = Set.of("hello", "status");

  private static final Set<String> OTHERS = Set.of("from_worker", "coding_progress", "log_tail");

  private static AgentReport.Builder fromWorker(WorkerReport.Builder said) {
    return AgentReport.newBuilder()
        .setFromWorker(FromWorker.newBuilder().setWorker(W).setReport(said));
  }

  private static String subject(AgentReport.Builder report) {
    return ReportRouter.toSession(report) instanceof SessionEvent.Mention(String subject, _)
        ? subject
        : "";
  }

  @Test
  void everyEndAndEveryResultHasItsRoomReserved() {
    final List<FieldDescriptor> kinds =
        AgentReport.getDescriptor().getOneofs().getFirst().getFields().stream()
            .filter(kind -> !OF_THE_SESSION.contains(kind.getName()))
            .filter(kind -> !OTHERS.contains(kind.getName()))
            .toList();
    assertThat(kinds).hasSizeGreaterThan(5);
    for (final FieldDescriptor kind : kinds) {
      final AgentReport.Builder report = AgentReport.newBuilder();
      report.setField(kind, report.newBuilderForField(kind).build());
      assertThat(ReportRouter.toSession(report))
          .as(kind.getName())
          .isEqualTo(new SessionEvent.Report(report, true));
    }
  }

  @Test
  void theNewestProgressReplacesThatOfTheSameSubject() {
    assertThat(subject(fromWorker(WorkerReport.newBuilder().setProgress(Progress.newBuilder()))))
        .isEqualTo("progress of J1-w1");
    assertThat(
            subject(AgentReport.newBuilder().setLogTail(LogTail.newBuilder().setWorker(W).build())))
        .isEqualTo("log of J1-w1");
    final CodingProgress.Builder coding = CodingProgress.newBuilder().setJob("J1").setRank(2);
    final String piece = subject(AgentReport.newBuilder().setCodingProgress(coding));
    assertThat(piece).isNotEmpty();
    assertThat(subject(AgentReport.newBuilder().setCodingProgress(coding.setParity(true))))
        .isNotEmpty()
        .isNotEqualTo(piece);
  }

  @Test
  void theOwnersSideHearsThatAGuestComputesAndThatItIsGone() {
    final AgentReport.Builder ready =
        fromWorker(WorkerReport.newBuilder().setReady(Ready.newBuilder()));
    assertThat(ReportRouter.toOwner(ready)).contains(new NodeEvent.GuestReady(W));
    assertThat(ReportRouter.toSession(ready)).isEqualTo(new SessionEvent.Report(ready, false));
    assertThat(
            ReportRouter.toOwner(
                AgentReport.newBuilder().setWorkerEnded(WorkerEnded.newBuilder().setWorker(W))))
        .contains(new NodeEvent.GuestGone(W));
    assertThat(
            ReportRouter.toOwner(
                fromWorker(WorkerReport.newBuilder().setResumed(Resumed.newBuilder()))))
        .isEmpty();
  }

  @Test
  void aGuestThatHadToLeaveIsReportedWithItsTime() {
    final AgentReport report = ReportRouter.vacated(new ReportVacated(W, 850, true)).build();
    assertThat(report.getVacated().getWorker()).isEqualTo(W);
    assertThat(report.getVacated().getMillis()).isEqualTo(850);
    assertThat(report.getVacated().getKilled()).isTrue();
  }
}
