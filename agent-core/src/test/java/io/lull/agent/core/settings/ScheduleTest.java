package io.lull.agent.core.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScheduleTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  private static ZonedDateTime at(String local) {
    return LocalDateTime.parse(local).atZone(ZONE);
  }

  // 2026-11-23 is a Monday.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mon-fri 18:00-08:00, sat-sun | 2026-11-23T12:00 | false",
        "mon-fri 18:00-08:00, sat-sun | 2026-11-23T18:00 | true",
        "mon-fri 18:00-08:00, sat-sun | 2026-11-24T07:59 | true",
        "mon-fri 18:00-08:00, sat-sun | 2026-11-24T08:00 | false",
        "mon-fri 18:00-08:00, sat-sun | 2026-11-28T12:00 | true",
        "mon-fri 18:00-08:00, sat-sun | 2026-11-23T07:00 | false",
        "fri-mon | 2026-11-23T12:00 | true",
        "fri-mon | 2026-11-24T00:00 | false",
        "12:00-13:30 | 2026-11-25T13:29 | true",
        "wed 22:00-24:00 | 2026-11-25T23:59 | true",
        "wed 22:00-24:00 | 2026-11-26T00:00 | false",
        "Sun | 2026-11-29T23:59 | true",
        "always | 2026-11-25T13:29 | true"
      })
  void allowsWhatItSays(String schedule, String local, boolean allowed) {
    assertThat(Schedule.parse(schedule).allows(at(local))).isEqualTo(allowed);
  }

  @Test
  void knowsItsNextChange() {
    final Schedule nights = Schedule.parse("mon-fri 18:00-08:00, sat-sun");
    assertThat(nights.nextChange(at("2026-11-23T12:00"))).hasValue(at("2026-11-23T18:00"));
    assertThat(nights.nextChange(at("2026-11-24T03:00"))).hasValue(at("2026-11-24T08:00"));
    // Friday's night runs into the weekend.
    assertThat(nights.nextChange(at("2026-11-27T20:00"))).hasValue(at("2026-11-30T00:00"));
    assertThat(Schedule.ALWAYS.nextChange(at("2026-11-27T20:00"))).isEmpty();
    assertThat(Schedule.parse("mon-sun").nextChange(at("2026-11-27T20:00"))).isEmpty();
  }
}
