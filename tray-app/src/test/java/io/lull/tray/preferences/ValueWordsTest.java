package io.lull.tray.preferences;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.tray.text.Texts;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ValueWordsTest {
  private final ValueWords english = of(Locale.ENGLISH);
  private final ValueWords german = of(Locale.GERMAN);
  private final ValueWords french = of(Locale.FRENCH);

  private static ValueWords of(Locale locale) {
    return new ValueWords(Texts.of("preferences", locale));
  }

  @Test
  void theAgentsWordsAreThoseOfTheLanguage() {
    assertThat(german.shown("max-cores", "all")).isEqualTo("alle");
    assertThat(german.shown("max-network", "all")).isEqualTo("alles");
    assertThat(french.shown("exclusive-programs", "none")).isEqualTo("aucun");
    assertThat(french.shown("welcome", "everyone")).isEqualTo("tous");
    assertThat(german.shown("max-cores", "4")).isEqualTo("4");
  }

  @Test
  void theLanguagesWordsAndTheAgentsOwnAreBothUnderstood() {
    assertThat(german.value("max-cores", " Alle ")).isEqualTo("all");
    assertThat(german.value("max-cores", "all")).isEqualTo("all");
    assertThat(german.value("welcome", "alle")).isEqualTo("everyone");
    assertThat(french.value("welcome", "ada, grace")).isEqualTo("ada, grace");
    assertThat(german.value("idle-after", "alle")).isEqualTo("alle");
  }

  @Test
  void sharesArePercentHoweverTheyAreTyped() {
    assertThat(german.shown("cpu-threshold", "0.125")).isEqualTo("12,5\u00a0%");
    for (final String typed : new String[] {"12,5\u00a0%", "12.5%", "12,5 %", "12.5"}) {
      assertThat(german.value("cpu-threshold", typed)).isEqualTo("0.125");
    }
    assertThat(german.value("cpu-threshold", "viel")).isEqualTo("viel");
    assertThat(german.value("max-memory", "50%")).isEqualTo("50%");
  }

  @Test
  void theScheduleHasTheLanguagesDays() {
    final String kept = "mon-fri 18:00-08:00, sat-sun";
    assertThat(english.shown("schedule", kept)).isEqualTo("Mon–Fri 18:00–08:00, Sat–Sun");
    assertThat(german.shown("schedule", kept)).isEqualTo("Mo–Fr 18:00–08:00, Sa–So");
    assertThat(french.shown("schedule", kept)).isEqualTo("lun.–ven. 18:00–08:00, sam.–dim.");
    assertThat(german.shown("schedule", "always")).isEqualTo("zu jeder Zeit");
    assertThat(german.value("schedule", kept)).isEqualTo(kept);
  }
}
