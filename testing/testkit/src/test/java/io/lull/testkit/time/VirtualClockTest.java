package io.lull.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
  private final VirtualClock clock = new VirtualClock(1_000_000);

  @Test
  void standsStillUntilMoved() {
    assertThat(clock.nanos()).isEqualTo(clock.nanos());
    clock.advance(Duration.ofMillis(1500));
    assertThat(clock.nanos()).isEqualTo(1_500_000_000L);
    assertThat(clock.epochMillis()).isEqualTo(1_001_500);
  }

  @Test
  void elapsedTimeDoesNotNoticeThatSomebodySetsTheWallClock() {
    clock.advance(Duration.ofSeconds(1)).setWall(5).advance(Duration.ofMillis(2));
    assertThat(clock.epochMillis()).isEqualTo(7);
    assertThat(clock.nanos()).isEqualTo(1_002_000_000L);
  }

  @Test
  void neverGoesBackwards() {
    assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
