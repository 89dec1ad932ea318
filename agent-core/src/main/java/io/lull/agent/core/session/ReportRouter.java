package io.lull.agent.core.session;

import io.lull.agent.core.owner.NodeEffect.ReportVacated;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.Vacated;
import java.util.Optional;

/**
 * Decides what becomes of each report of the agent's parts: how it goes to the coordinator, and
 * what the owner's side hears of it.
 */
public final class ReportRouter {
  private ReportRouter() {}

  /** Progress may be lost, since more follows; for an end or a result room is reserved. */
  public static SessionEvent toSession(AgentReport.Builder report) {
    return switch (report.getReportCase()) {
      case FROM_WORKER -> {
        final FromWorker said = report.getFromWorker();
        yield said.getReport().hasProgress()
            ? new SessionEvent.Mention("progress of " + said.getWorker(), report)
            : new SessionEvent.Report(report, false);
      }
      case CODING_PROGRESS ->
          new SessionEvent.Mention("coding of " + piece(report.getCodingProgress()), report);
      case LOG_TAIL ->
          new SessionEvent.Mention("log of " + report.getLogTail().getWorker(), report);
      case WORKER_ENDED,
          PIECE_DURABLE,
          PIECES_STAGED,
          OUTPUTS_STORED,
          VACATED,
          PARITY_MADE,
          PIECE_REBUILT ->
          new SessionEvent.Report(report, true);
      case HELLO, STATUS, REPORT_NOT_SET ->
          throw new IllegalArgumentException("not a report of a part: " + report.getReportCase());
    };
  }

  private static String piece(CodingProgress coding) {
    return String.join(
        " ",
        coding.getJob(),
        Long.toString(coding.getGeneration()),
        Integer.toString(coding.getRank()),
        Boolean.toString(coding.getParity()));
  }

  /** Told before the report goes to the coordinator. */
  public static Optional<NodeEvent> toOwner(AgentReport.Builder report) {
    return switch (report.getReportCase()) {
      case FROM_WORKER ->
          report.getFromWorker().getReport().hasReady()
              ? Optional.of(new NodeEvent.GuestReady(report.getFromWorker().getWorker()))
              : Optional.empty();
      case WORKER_ENDED ->
          Optional.of(new NodeEvent.GuestGone(report.getWorkerEnded().getWorker()));
      default -> Optional.empty();
    };
  }

  /** A guest has left. */
  public static AgentReport.Builder vacated(ReportVacated effect) {
    return AgentReport.newBuilder()
        .setVacated(
            Vacated.newBuilder()
                .setWorker(effect.worker())
                .setMillis(effect.millis())
                .setKilled(effect.killed()));
  }
}
