package io.lull.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HumanFormatTest {
  @Test
  void durationsHaveTwoUnitsAtMost() {
    assertThat(HumanFormat.duration(Duration.ofSeconds(48))).isEqualTo("48 s");
    assertThat(HumanFormat.duration(Duration.ofSeconds(200))).isEqualTo("3 min 20 s");
    assertThat(HumanFormat.duration(Duration.ofHours(2))).isEqualTo("2 h");
    assertThat(HumanFormat.duration(Duration.ofHours(99))).isEqualTo("4 d 3 h");
    assertThat(HumanFormat.duration(Duration.ofSeconds(-5))).isEqualTo("0 s");
  }

  @Test
  void millisHaveThreeDigits() {
    assertThat(HumanFormat.millis(0.5234)).isEqualTo("0.52 ms");
    assertThat(HumanFormat.millis(18.44)).isEqualTo("18.4 ms");
    assertThat(HumanFormat.millis(3204)).isEqualTo("3.20 s");
  }

  @Test
  void aBarIsNeverLongerThanItsCells() {
    assertThat(HumanFormat.bar(0.5, 4)).isEqualTo("██░░");
    assertThat(HumanFormat.bar(7, 4)).isEqualTo("████");
    assertThat(HumanFormat.bar(-1, 4)).isEqualTo("░░░░");
  }

  @Test
  void coloursAreForTerminalsWhoseUserWantsThem() {
    assertThat(Screen.of(0, Map.of()).colours()).isFalse();
    assertThat(Screen.of(80, Map.of("TERM", "xterm")).colours()).isTrue();
    assertThat(Screen.of(80, Map.of("NO_COLOR", "1")).colours()).isFalse();
    assertThat(Screen.of(80, Map.of("TERM", "dumb")).colours()).isFalse();
  }
}
