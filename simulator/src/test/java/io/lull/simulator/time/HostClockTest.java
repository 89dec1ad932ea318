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

  @Test
  void aClockThatGoesWrongKeepsWhatItGained() {
    final Agenda agenda = new Agenda();
    final HostClock clock = new HostClock(agenda, 1_000_000);
    agenda.runFor(Duration.ofSeconds(1));
    clock.drift(0.25);
    agenda.runFor(Duration.ofSeconds(2));
    assertThat(clock.epochMillis()).isEqualTo(1_003_500);
    clock.drift(-0.5);
    agenda.runFor(Duration.ofSeconds(1));
    assertThat(clock.epochMillis()).isEqualTo(1_004_000);
    clock.drift(0);
    agenda.runFor(Duration.ofSeconds(1));
    assertThat(clock.epochMillis()).isEqualTo(1_005_000);
    assertThat(clock.nanos()).isEqualTo(5_000_000_000L);
  }
}
