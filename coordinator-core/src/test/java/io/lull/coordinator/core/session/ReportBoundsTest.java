package io.lull.coordinator.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.model.LogEnd;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.LogTail;
import org.junit.jupiter.api.Test;

final class ReportBoundsTest {
  @Test
  void ofALogThatIsTooLongTheEndIsTaken() {
    final String line = "a line that is longer than anybody asked for\n";
    final LogTail said =
        LogTail.newBuilder()
            .setJob("J1")
            .setWorker("J1-w1")
            .setText(line.repeat(1_000) + "the last\n")
            .build();
    final LogTail taken =
        ReportBounds.of(AgentReport.newBuilder().setLogTail(said).build()).getLogTail();
    assertThat(taken.getText()).hasSize(LogEnd.MAX_BYTES).endsWith("\nthe last\n");
    assertThat(taken.toBuilder().setText(said.getText()).build()).isEqualTo(said);
  }

  @Test
  void aLogThatIsMuchTooLongEndsTheConversation() {
    final AgentReport said =
        AgentReport.newBuilder()
            .setLogTail(LogTail.newBuilder().setText("x".repeat(ReportBounds.MAX_REPORT_BYTES)))
            .build();
    assertThat(ReportBounds.complaint(said)).isPresent();
  }
}
