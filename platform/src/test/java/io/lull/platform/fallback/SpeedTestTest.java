package io.lull.platform.fallback;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.machine.MachineFacts;
import io.lull.platform.machine.SpeedTest;
import io.lull.protocol.time.SystemClock;
import org.junit.jupiter.api.Test;

class SpeedTestTest {
  @Test
  void findsAMachineOfAPlausibleSpeed() {
    final double speed = SpeedTest.measure(SystemClock.INSTANCE);
    assertThat(speed).isBetween(0.001, 1000.0);
  }

  @Test
  void knowsTheMachine() {
    final MachineFacts facts = new OshiMachine().facts();
    assertThat(facts.os()).isNotBlank();
    assertThat(facts.cores()).isPositive();
    assertThat(facts.memoryBytes()).isGreaterThan(64L << 20);
  }
}
