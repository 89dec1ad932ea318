package io.lull.coordinator.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.CodingProgress;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SessionProtocolTest {
  @Test
  void theSignsOfOneTaskWithParitiesReplaceEachOtherAndNoOthers() {
    final CodingProgress one =
        CodingProgress.newBuilder().setJob("J1").setGeneration(2).setRank(3).build();
    assertThat(
            Stream.of(
                    one,
                    one.toBuilder().setJob("J2").build(),
                    one.toBuilder().setGeneration(4).build(),
                    one.toBuilder().setRank(1).build(),
                    one.toBuilder().setParity(true).build())
                .map(SessionProtocolTest::key))
        .doesNotContain("null")
        .doesNotHaveDuplicates();
    assertThat(key(one)).isEqualTo(key(one.toBuilder().build()));
  }

  private static String key(CodingProgress progress) {
    return String.valueOf(
        SessionProtocol.key(AgentReport.newBuilder().setCodingProgress(progress).build()));
  }
}
