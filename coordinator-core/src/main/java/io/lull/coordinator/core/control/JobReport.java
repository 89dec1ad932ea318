package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.JobEvent;
import io.lull.protocol.wire.AgentReport;
import java.util.Optional;

/** A node's report as an event of a job. */
record JobReport(String job, JobEvent event) {

  /** Empty for what is about no job's pieces or outputs. */
  static Optional<JobReport> of(String node, AgentReport report) {
    return switch (report.getReportCase()) {
      case PIECE_DURABLE ->
          news(
              report.getPieceDurable().getJob(), new JobEvent.Kept(node, report.getPieceDurable()));
      case PARITY_MADE ->
          news(report.getParityMade().getJob(), new JobEvent.Coded(node, report.getParityMade()));
      case PIECE_REBUILT ->
          news(
              report.getPieceRebuilt().getJob(),
              new JobEvent.Rebuilt(node, report.getPieceRebuilt()));
      case CODING_PROGRESS ->
          news(
              report.getCodingProgress().getJob(),
              new JobEvent.Codes(node, report.getCodingProgress()));
      case PIECES_STAGED ->
          news(
              report.getPiecesStaged().getJob(),
              new JobEvent.Staged(node, report.getPiecesStaged()));
      case OUTPUTS_STORED ->
          news(
              report.getOutputsStored().getJob(),
              new JobEvent.Stored(node, report.getOutputsStored()));
      default -> Optional.empty();
    };
  }

  private static Optional<JobReport> news(String job, JobEvent event) {
    return Optional.of(new JobReport(job, event));
  }
}
