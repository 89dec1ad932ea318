package io.lull.coordinator.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.time.VirtualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MemberMetricsTest {
  private final CoordinatorMetrics metrics = new CoordinatorMetrics(new VirtualClock(), "test");

  private static MemberMetrics.Link link(int members) {
    return new MemberMetrics.Link() {
      @Override
      public int members() {
        return members;
      }

      @Override
      public long refused() {
        return 4;
      }

      @Override
      public long records() {
        return 7;
      }

      @Override
      public int nodes() {
        return 5;
      }
    };
  }

  private String shown() throws IOException {
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    metrics.write(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whoIsAloneShowsNothingOfMembers() throws Exception {
    assertThat(shown()).doesNotContain("\nlull_member");
    metrics.members().show(link(3));
    metrics.members().showNothing();
    assertThat(shown()).doesNotContain("\nlull_member");
    assertThat(metrics.ready().reason()).doesNotContain("touch");
  }

  @Test
  void oneOfSeveralShowsHowManyAreInTouch() throws Exception {
    metrics.members().show(link(3));
    assertThat(shown().lines())
        .contains(
            "lull_members 3.0",
            "lull_member_records 7.0",
            "lull_member_nodes 5.0",
            "lull_member_refusals_total 4.0");
    assertThat(metrics.ready().reason()).endsWith("; 3 members are in touch");
    metrics.members().show(link(1));
    assertThat(metrics.ready().reason()).doesNotContain("touch");
  }
}
