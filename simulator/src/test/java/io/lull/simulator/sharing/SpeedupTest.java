package io.lull.simulator.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedupTest {
  @Test
  void oneMachineIsAsFastAsItselfAndMoreAreNeverSlower() {
    for (final Speedup speedup :
        List.of(
            new Speedup.Perfect(),
            new Speedup.Amdahl(0.1),
            new Speedup.Amdahl(1),
            new Speedup.Downey(20, 0),
            new Speedup.Downey(20, 0.5),
            new Speedup.Downey(20, 3))) {
      assertThat(speedup.on(1)).as(speedup.toString()).isCloseTo(1, within(1e-12));
      for (int machines = 2; machines < 100; machines++) {
        assertThat(speedup.on(machines))
            .as(speedup + " on " + machines)
            .isGreaterThanOrEqualTo(speedup.on(machines - 1) - 1e-12)
            .isLessThanOrEqualTo(machines + 1e-12);
      }
    }
  }

  @Test
  void theyHaveTheirLimits() {
    assertThat(new Speedup.Amdahl(0.1).on(1_000_000)).isCloseTo(10, within(0.001));
    assertThat(new Speedup.Downey(20, 0.5).on(1000)).isEqualTo(20);
    assertThat(new Speedup.Downey(20, 3).on(1000)).isEqualTo(20);
    assertThat(new Speedup.Downey(20, 0).on(20)).isCloseTo(20, within(1e-12));
    assertThatThrownBy(() -> new Speedup.Amdahl(1.5)).hasMessageContaining("from 0 to 1");
    assertThatThrownBy(() -> new Speedup.Downey(0.5, 1)).hasMessageContaining("at least 1");
  }
}
