package io.lull.coordinator.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CheckpointRuleTest {
  private static final Generations.Rhythm LAST = new Generations.Rhythm(0, 1, 0, 0.2, 3_000, 0);

  @Test
  void readsWhatAUserWrites() {
    assertThat(CheckpointRule.parse("")).isEqualTo(new CheckpointRule.Auto());
    assertThat(CheckpointRule.parse("auto")).isEqualTo(new CheckpointRule.Auto());
    assertThat(CheckpointRule.parse("off")).isEqualTo(new CheckpointRule.Off());
    assertThat(CheckpointRule.parse("30s"))
        .isEqualTo(new CheckpointRule.Every(Duration.ofSeconds(30)));
    assertThat(CheckpointRule.parse("2%")).isEqualTo(new CheckpointRule.AtMost(0.02));
    assertThat(CheckpointRule.parse("0.5 %")).isEqualTo(new CheckpointRule.AtMost(0.005));
  }

  @Test
  void keepsToItsShareOfTheTime() {
    assertThat(new CheckpointRule.AtMost(0.02).intervalMillis(LAST)).isEqualTo(150_000);
    assertThat(new CheckpointRule.AtMost(0.0001).intervalMillis(LAST)).isEqualTo(30_000_000);
    assertThat(
            new CheckpointRule.AtMost(0.0001)
                .intervalMillis(new Generations.Rhythm(0, 1, 0, 0.2, 30_000, 0)))
        .isEqualTo(Duration.ofDays(1).toMillis());
  }
}
