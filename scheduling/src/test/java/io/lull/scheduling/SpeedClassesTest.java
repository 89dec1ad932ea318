package io.lull.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SpeedClassesTest {
  @Test
  void countsSpeedsWithinAQuarterAsEqual() {
    assertThat(SpeedClasses.weights(Map.of("a", 1.0, "b", 1.2, "c", 0.98)))
        .isEqualTo(Map.of("a", 1.0, "b", 1.0, "c", 1.0));
  }

  @Test
  void weighsAClassByItsMeanRelativeToTheSlowest() {
    assertThat(SpeedClasses.weights(Map.of("a", 1.0, "b", 2.0, "c", 2.2)))
        .isEqualTo(Map.of("a", 1.0, "b", 2.1, "c", 2.1));
  }

  @Test
  void takesWhatWasNotMeasuredForTheSlowest() {
    assertThat(SpeedClasses.weights(Map.of("a", 0.0, "b", Double.NaN)))
        .isEqualTo(Map.of("a", 1.0, "b", 1.0));
  }

  @Test
  void knowsAnEmptyGrid() {
    assertThat(SpeedClasses.weights(Map.of())).isEmpty();
  }
}
