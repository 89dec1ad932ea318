package io.lull.platform.macos.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.platform.machine.PowerState;
import io.lull.platform.macos.system.MacPower.Battery;
import java.util.List;
import org.junit.jupiter.api.Test;

class MacSystemTest {
  private record Frugal(boolean lowPower, long thermalState) implements ProcessState {}

  private static PowerState power(boolean lowPower, Battery... batteries) {
    return new MacPower(() -> List.of(batteries), new Frugal(lowPower, 0)).state();
  }

  @Test
  void tellsMainsBatteryAndLowPower() {
    assertThat(power(false)).isEqualTo(PowerState.MAINS);
    assertThat(power(false, new Battery("AC Power", 0.5)))
        .isEqualTo(new PowerState(true, 0.5, false));
    assertThat(power(true, new Battery("Battery Power", 0.3)))
        .isEqualTo(new PowerState(false, 0.3, true));
  }

  @Test
  void aSupplyThatItDoesNotKnowIsTheBattery() {
    assertThat(power(false, new Battery("", 0.9)).mains()).isFalse();
  }

  @Test
  void isThrottledFromSeriousOn() {
    assertThat(new MacThermal(new Frugal(false, 1)).heat().throttled()).isFalse();
    assertThat(new MacThermal(new Frugal(false, 2)).heat().throttled()).isTrue();
  }

  @Test
  void ticksOfThirtyTwoBitsBeginAgain() {
    final CpuTicks ticks = new CpuTicks();
    assertThat(ticks.add(new int[] {-10, 5})).isZero();
    assertThat(ticks.add(new int[] {10, 6})).isEqualTo(21);
    assertThat(ticks.add(new int[] {11, 6})).isEqualTo(22);
  }
}
