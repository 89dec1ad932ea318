package io.lull.tray.preferences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.random.Seed;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeekTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private static Week week(String text) {
    return Week.parse(text).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "always | always",
        "mon-sun | always",
        "sat-sun | sat-sun",
        "mon-fri 18:00-20:30 | mon-fri 18:00-20:30",
        "22:00-06:00 | mon-sun 22:00-06:00",
        "mon 08:00-12:00, wed 08:00-12:00 | mon 08:00-12:00, wed 08:00-12:00",
        "fri-mon | mon, fri-sun",
        "mon 18:00-24:00 | mon 18:00-24:00"
      })
  void isWrittenAsPeopleWouldWriteIt(String text, String written) {
    assertThat(week(text).text()).isEqualTo(written);
  }

  @Test
  void anEveningGoesOnIntoTheMorningAfter() {
    final Week week = week("mon-fri 18:00-08:00, sat-sun");
    assertThat(week.guests(0, 35)).isFalse();
    assertThat(week.guests(0, 36)).isTrue();
    assertThat(week.guests(1, 15)).isTrue();
    assertThat(week.guests(1, 16)).isFalse();
    assertThat(week.guests(0, 0)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "monday", "mon 18:10-20:00", "mon 25:00-26:00", "mon,,tue"})
  void whatHalfHoursCannotShowIsNotShown(String text) {
    assertThat(Week.parse(text)).isEmpty();
  }

  @Test
  void whatIsPaintedIsWhatTheTextSays() {
    final RandomGenerator random = seed.random();
    for (int i = 0; i < 300; i++) {
      Week week = week("sat");
      final int blocks = random.nextInt(6);
      for (int block = 0; block < blocks; block++) {
        final boolean on = random.nextInt(3) > 0;
        int slot = random.nextInt(Week.DAYS * Week.SLOTS);
        for (int length = random.nextInt(80); length > 0; length--) {
          week = week.with(slot / Week.SLOTS, slot % Week.SLOTS, on);
          slot = (slot + 1) % (Week.DAYS * Week.SLOTS);
        }
      }
      if (!week.closed()) {
        assertThat(week(week.text())).as(week.text()).isEqualTo(week);
      }
    }
  }

  @Test
  void thereIsNoTextForNever() {
    Week week = week("sat 00:00-00:30");
    week = week.with(5, 0, false);
    assertThat(week.closed()).isTrue();
    assertThatThrownBy(week::text).isInstanceOf(IllegalStateException.class);
  }
}
