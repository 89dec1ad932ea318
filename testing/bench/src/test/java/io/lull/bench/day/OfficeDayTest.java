package io.lull.bench.day;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.settings.Settings;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole days, minute by minute, against what is true of them. */
class OfficeDayTest {
  private static final int MINUTES = 24 * 60;

  @ParameterizedTest(name = "seed {0}, idle-after {1}, ignore-knocks {2}")
  @CsvSource({"1, 5m, off", "2, 5m, on", "3, 90s, off", "4, 10m, on", "5, 5m, on", "6, 3m, off"})
  void takesTheOwnerForPresentWhenTheyAreAndNeverElse(long seed, String idleAfter, String knocks) {
    final DayReplay.Verdict verdict =
        DayReplay.of(seed, Settings.of(Map.of("idle-after", idleAfter, "ignore-knocks", knocks)));
    assertThat(verdict.falselyAbsent()).as("seed %d, falsely absent", seed).isEmpty();
    assertThat(verdict.falselyPresent()).as("seed %d, falsely present", seed).isEmpty();
    assertThat(verdict.present()).isPositive();
    assertThat(verdict.away()).isPositive();
    assertThat(verdict.either()).as("minutes that could not be judged").isLessThan(MINUTES / 5);
  }

  @ParameterizedTest(name = "seed {0}, {1} {2}: falsely absent {3}, falsely present {4}")
  @CsvSource({
    "3, ignore-knocks, on, true, false",
    "3, ignore-engagement, screen-kept-on, true, false",
    "3, cpu-threshold, 1.0, true, false",
    "3, idle-after, 90s, true, false",
    "3, idle-after, 15m, false, true",
    "3, cpu-threshold, 0.01, false, true"
  })
  void anAgentThatGoesByOtherRulesIsFoundOut(
      long seed, String setting, String value, boolean absent, boolean present) {
    final DayReplay.Verdict verdict =
        DayReplay.of(seed, Settings.DEFAULTS, Settings.of(Map.of(setting, value)));
    assertThat(!verdict.falselyAbsent().isEmpty()).isEqualTo(absent);
    assertThat(!verdict.falselyPresent().isEmpty()).isEqualTo(present);
  }
}
