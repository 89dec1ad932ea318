package io.lull.tray.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TextsTest {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\d+)(,[a-z]+)?");

  static Stream<String> bundles() {
    return Texts.BUNDLES.stream();
  }

  private static Properties texts(String bundle, String suffix) throws IOException {
    final Properties texts = new Properties();
    try (InputStream in =
        Objects.requireNonNull(
            Texts.class.getResourceAsStream(bundle + suffix + ".properties"), bundle + suffix)) {
      texts.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    }
    return texts;
  }

  private static Set<String> placeholders(String text) {
    final Set<String> found = new TreeSet<>();
    final Matcher m = PLACEHOLDER.matcher(text);
    while (m.find()) {
      found.add(m.group());
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("bundles")
  void everyTextIsThereInEveryLanguageWithTheSamePlaceholders(String bundle) throws IOException {
    final Properties english = texts(bundle, "");
    for (final String language : new String[] {"_de", "_fr"}) {
      final Properties other = texts(bundle, language);
      assertThat(other.stringPropertyNames())
          .as(bundle + language)
          .isEqualTo(english.stringPropertyNames());
      for (final String key : english.stringPropertyNames()) {
        assertThat(placeholders(other.getProperty(key)))
            .as(bundle + language + ": " + key)
            .isEqualTo(placeholders(english.getProperty(key)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("bundles")
  void everyTextIsAMessageFormatWithEveryApostropheTwice(String bundle) throws IOException {
    for (final String language : new String[] {"", "_de", "_fr"}) {
      final Properties texts = texts(bundle, language);
      for (final String key : texts.stringPropertyNames()) {
        final String text = texts.getProperty(key);
        assertThat(text.replace("''", "")).as(bundle + language + ": " + key).doesNotContain("'");
        assertThat(new MessageFormat(text).format(new Object[] {1, 2, 3}))
            .as(bundle + language + ": " + key)
            .isNotBlank();
      }
    }
  }

  /** What the same thing was called beside its name; commands are typed as they are. */
  @ParameterizedTest
  @MethodSource("bundles")
  void oneThingHasOneName(String bundle) throws IOException {
    assertThat(texts(bundle, "").values())
        .noneMatch(text ->
            Pattern.compile("(?i)\\b(grid|node|worker|rank|epoch)s?\\b")
                .matcher(((String) text).replaceAll("(?m)^lull .*$", ""))
                .find());
    assertThat(texts(bundle, "_de").values())
        .noneMatch(text ->
            Pattern.compile("Computer|Grid\\b|Arbeiter|Vorrang").matcher((String) text).find());
    assertThat(texts(bundle, "_fr").values())
        .noneMatch(text -> Pattern.compile("(?i)machine|\\bgrille").matcher((String) text).find());
  }

  @Test
  void whoseLanguageIsNotThereReadsEnglishThroughout() {
    final Texts texts = Texts.of("computer", Locale.JAPANESE);
    assertThat(texts.say("title")).isEqualTo("This computer");
    assertThat(texts.locale()).isEqualTo(Locale.ENGLISH);
  }

  @Test
  void aCountryKeepsItsLanguage() {
    assertThat(Texts.of("computer", Locale.CANADA_FRENCH).say("title")).isEqualTo("Cet ordinateur");
  }
}
