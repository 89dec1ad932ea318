package io.lull.coordinator.vitals;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.time.VirtualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MemberVitalsTest {
  private final Vitals vitals = new Vitals(new VirtualClock(), "test");

  private static MemberVitals.Link link(int members) {
    return new MemberVitals.Link() {
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
    vitals.write(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whoIsAloneShowsNothingOfMembers() throws Exception {
    assertThat(shown()).doesNotContain("\nlull_member");
    vitals.members().show(link(3));
    vitals.members().showNothing();
    assertThat(shown()).doesNotContain("\nlull_member");
    assertThat(vitals.ready().reason()).doesNotContain("touch");
  }

  @Test
  void oneOfSeveralShowsHowManyAreInTouch() throws Exception {
    vitals.members().show(link(3));
    assertThat(shown().lines())
        .contains(
            "lull_members 3.0",
            "lull_member_records 7.0",
            "lull_member_nodes 5.0",
            "lull_member_refusals_total 4.0");
    assertThat(vitals.ready().reason()).endsWith("; 3 members are in touch");
    vitals.members().show(link(1));
    assertThat(vitals.ready().reason()).doesNotContain("touch");
  }
}
