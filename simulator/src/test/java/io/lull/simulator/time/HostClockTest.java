package io.lull.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HostClockTest {
  @Test
  void eachMachineHasItsOwnWallTimeAndAllTheSameElapsedTime() {
    final Agenda agenda = new Agenda();
    final HostClock one = new HostClock(agenda, 1_000_000);
    final HostClock other = new HostClock(agenda, 1_000_000);
    agenda.runFor(Duration.ofSeconds(1));
    one.jump(Duration.ofHours(-1));
    agenda.runFor(Duration.ofMillis(2));
    assertThat(one.epochMillis()).isEqualTo(1_001_002 - 3_600_000);
    assertThat(other.epochMillis()).isEqualTo(1_001_002);
    assertThat(one.nanos()).isEqualTo(other.nanos()).isEqualTo(1_002_000_000L);
  }
}
