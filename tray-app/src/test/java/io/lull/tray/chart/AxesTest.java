package io.lull.tray.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.tray.text.Phrases;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class AxesTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static long at(String local) {
    return LocalDateTime.parse(local).atZone(BERLIN).toInstant().toEpochMilli();
  }

  private static List<String> labels(Locale locale, String from, String until, int most) {
    final Span span = new Span(at(from), at(until));
    return TimeTicks.of(span, new Phrases(locale, BERLIN), most).stream().map(Tick::label).toList();
  }

  private static List<String> labels(String from, String until, int most) {
    return labels(Locale.US, from, until, most);
  }

  @Test
  void linesLieAtFullUnitsOfTheLocalTime() {
    assertThat(labels("2026-11-12T10:02", "2026-11-12T11:02", 7))
        .containsExactly("10:10", "10:20", "10:30", "10:40", "10:50", "11:00");
    assertThat(labels("2026-11-11T20:00", "2026-11-12T13:00", 6))
        .containsExactly("21:00", "Thu 12", "03:00", "06:00", "09:00", "12:00");
    assertThat(labels("2026-11-06T12:00", "2026-11-12T12:00", 8))
        .containsExactly("Sat 7", "Sun 8", "Mon 9", "Tue 10", "Wed 11", "Thu 12");
    assertThat(labels("2025-11-12T12:00", "2026-11-12T12:00", 7))
        .containsExactly("2026", "Apr", "Jul", "Oct");
  }

  @Test
  void daysAndMonthsAreCalledAsTheLanguageDoes() {
    assertThat(labels("2026-11-02T12:00", "2026-11-24T12:00", 4))
        .containsExactly("Nov 9", "Nov 16", "Nov 23");
    assertThat(labels(Locale.GERMANY, "2026-11-02T12:00", "2026-11-24T12:00", 4))
        .containsExactly("9. Nov.", "16. Nov.", "23. Nov.");
    assertThat(labels(Locale.GERMANY, "2026-11-10T12:00", "2026-11-12T12:00", 8))
        .contains("Mi 11.", "18:00", "Do 12.");
    assertThat(labels(Locale.FRANCE, "2026-11-10T12:00", "2026-11-12T12:00", 3))
        .containsExactly("mer. 11", "jeu. 12");
  }

  @Test
  void theDayOnWhichClocksAreSetBackHasItsHoursInOrder() {
    final List<Tick> ticks =
        TimeTicks.of(
            new Span(at("2026-10-24T22:00"), at("2026-10-26T02:00")),
            new Phrases(Locale.US, BERLIN),
            12);
    assertThat(ticks).isSortedAccordingTo((a, b) -> Double.compare(a.at(), b.at()));
    assertThat(ticks.stream().map(Tick::label))
        .containsSubsequence("Sun 25", "03:00", "06:00", "21:00", "Mon 26");
    assertThat(ticks).doesNotHaveDuplicates();
  }

  @Test
  void numbersOfNodesAreFullAndTheGreatestFits() {
    assertThat(Scale.of(4, 5)).isEqualTo(new Scale(4, 1));
    assertThat(Scale.of(50, 5)).isEqualTo(new Scale(50, 10));
    assertThat(Scale.of(512, 5)).isEqualTo(new Scale(512, 200));
    assertThat(Scale.of(0, 5)).isEqualTo(Scale.NONE);
    assertThat(Scale.of(512, 5).ticks().stream().map(Tick::label))
        .containsExactly("0", "200", "400");
  }

  @Test
  void theBestHourOfTheWeekIsOneOfTheLocalTimeAndCountsOnlyWhatIsKnown() {
    final long hour = Duration.ofHours(1).toMillis();
    final long sunday = Instant.parse("2026-11-15T03:00:00Z").toEpochMilli();
    final List<UseBucket> buckets = new ArrayList<>();
    for (int week = 0; week < 3; week++) {
      final long at = sunday - 7L * 24 * week * hour;
      buckets.add(new UseBucket(at, at + hour, 2, 30 + 4 * week, 0, 18 - 4 * week));
      buckets.add(new UseBucket(at + hour, at + 2 * hour, 20, 20, 0, 10));
    }
    final long unknown = sunday - 21L * 24 * hour;
    buckets.add(new UseBucket(unknown, unknown + hour, 0, 0, 0, 0));
    final HoursOfWeek hours = HoursOfWeek.of(buckets, BERLIN);
    assertThat(hours.best()).contains(new HoursOfWeek.Best(6, 4, 34, 50));
    assertThat(hours.known(6, 5)).isTrue();
    assertThat(hours.known(0, 4)).isFalse();
    assertThat(HoursOfWeek.of(buckets, ZoneOffset.UTC).best().orElseThrow().hour()).isEqualTo(3);
    assertThat(HoursOfWeek.NONE.best()).isEmpty();
  }
}
