package io.lull.tray.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class PhrasesTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final long NOW = at("2026-11-12T15:40");
  private static final long TODAY = at("2026-11-12T08:00");
  private static final long THIS_WEEK = at("2026-11-13T08:00");
  private static final long THIS_YEAR = at("2026-11-05T08:00");
  private static final long LAST_YEAR = at("2025-12-31T23:05");

  private final Phrases english = new Phrases(Locale.US, BERLIN);
  private final Phrases german = new Phrases(Locale.GERMANY, BERLIN);
  private final Phrases french = new Phrases(Locale.FRANCE, BERLIN);

  private static long at(String local) {
    return LocalDateTime.parse(local).atZone(BERLIN).toInstant().toEpochMilli();
  }

  /** What one way to say a moment makes of times at each of the distances. */
  @FunctionalInterface
  private interface Said {
    String of(long atMillis, long nowMillis);
  }

  private static List<String> said(Said said) {
    return List.of(
        said.of(TODAY, NOW),
        said.of(THIS_WEEK, NOW),
        said.of(THIS_YEAR, NOW),
        said.of(LAST_YEAR, NOW));
  }

  @Test
  void aListHasMomentsWithoutWordsAroundThem() {
    assertThat(said(english::moment))
        .containsExactly("08:00", "Friday, 08:00", "Nov 5, 08:00", "Dec 31, 2025, 23:05");
    assertThat(said(german::moment))
        .containsExactly("08:00", "Freitag, 08:00", "5. Nov., 08:00", "31. Dez. 2025, 23:05");
    assertThat(said(french::moment))
        .containsExactly("08:00", "vendredi, 08:00", "5 nov., 08:00", "31 déc. 2025, 23:05");
  }

  @Test
  void aSentenceSaysWhenSomethingIs() {
    assertThat(said(english::at))
        .containsExactly(
            "at 08:00", "on Friday at 08:00", "on Nov 5 at 08:00", "on Dec 31, 2025 at 23:05");
    assertThat(said(german::at))
        .containsExactly(
            "um 08:00", "am Freitag um 08:00", "am 5. Nov. um 08:00", "am 31. Dez. 2025 um 23:05");
    assertThat(said(french::at))
        .containsExactly(
            "à 08:00", "vendredi à 08:00", "le 5 nov. à 08:00", "le 31 déc. 2025 à 23:05");
  }

  @Test
  void aSentenceSaysSinceWhenSomethingIs() {
    assertThat(said(english::since).subList(0, 3))
        .containsExactly("since 08:00", "since Friday at 08:00", "since Nov 5 at 08:00");
    assertThat(said(german::since).subList(0, 3))
        .containsExactly("seit 08:00", "seit Freitag um 08:00", "seit dem 5. Nov. um 08:00");
    assertThat(said(french::since).subList(0, 3))
        .containsExactly("depuis 08:00", "depuis vendredi à 08:00", "depuis le 5 nov. à 08:00");
  }

  @Test
  void aSentenceSaysUntilAndFromWhenSomethingIs() {
    assertThat(said(english::until).subList(0, 3))
        .containsExactly("until 08:00", "until Friday at 08:00", "until Nov 5 at 08:00");
    assertThat(said(german::until).subList(0, 3))
        .containsExactly("bis 08:00", "bis Freitag um 08:00", "bis zum 5. Nov. um 08:00");
    assertThat(said(french::until).subList(0, 3))
        .containsExactly("jusqu'à 08:00", "jusqu'à vendredi à 08:00", "jusqu'au 5 nov. à 08:00");
    assertThat(said(german::from).subList(0, 3))
        .containsExactly("ab 08:00", "ab Freitag um 08:00", "ab dem 5. Nov. um 08:00");
    assertThat(said(french::from).subList(0, 3))
        .containsExactly(
            "à partir de 08:00", "à partir de vendredi à 08:00", "à partir du 5 nov. à 08:00");
  }

  @Test
  void clocksHaveTwentyFourHoursInEveryLanguage() {
    assertThat(english.time(at("2026-11-12T20:05"))).isEqualTo("20:05");
    assertThat(english.time(at("2026-11-12T00:05"))).isEqualTo("00:05");
    assertThat(french.hourOfDay(8)).isEqualTo("08:00");
  }

  @Test
  void sharesArePercentAsEachLanguageWritesThem() {
    assertThat(english.percent(0.66)).isEqualTo("66%");
    assertThat(english.percent(0.003)).isEqualTo("0.3%");
    assertThat(german.percent(0.66)).isEqualTo("66\u00a0%");
    assertThat(german.percent(0.003)).isEqualTo("0,3\u00a0%");
    assertThat(french.percent(0.665)).matches("67[\u00a0\u202f]%");
    assertThat(english.percent(0)).isEqualTo("0%");
  }

  @Test
  void lengthsAreInHoursUpToTwoDaysAndThenInDays() {
    assertThat(english.lasting(Duration.ofMillis(59_700))).isEqualTo("1 min");
    assertThat(english.lasting(Duration.ofMinutes(59).plusSeconds(40))).isEqualTo("1 h");
    assertThat(english.lasting(Duration.ofMinutes(320))).isEqualTo("5 h 20 min");
    assertThat(english.lasting(Duration.ofHours(47))).isEqualTo("47 h");
    assertThat(english.lasting(Duration.ofDays(2))).isEqualTo("2 d");
    assertThat(german.lasting(Duration.ofHours(76))).isEqualTo("3 d 4 h");
    assertThat(french.lasting(Duration.ofHours(76))).isEqualTo("3 j 4 h");
  }

  @Test
  void sizesAreInTheLanguagesOwnUnitsAndDigits() {
    assertThat(english.size(33_822_867_456L)).isEqualTo("31.5 GiB");
    assertThat(german.size(33_822_867_456L)).isEqualTo("31,5 GiB");
    assertThat(french.size(33_822_867_456L)).isEqualTo("31,5 Gio");
  }
}
