package io.lull.coordinator.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page says all it has to say, in each of its languages. */
class PagesTest {
  private static final Pattern PLACE = Pattern.compile("\\{\\d}");

  private final Pages pages = new Pages();

  private WebResponse page(String path, Map<String, String> headers) {
    return pages
        .find(new WebRequest("GET", path, Map.of(), headers, "", "10.0.0.1", Optional.empty()))
        .orElseThrow();
  }

  private String text(String path) {
    return page(path, Map.of()).body().toStringUtf8();
  }

  private static Set<String> places(String text) {
    final Set<String> places = new HashSet<>();
    final Matcher matcher = PLACE.matcher(text);
    while (matcher.find()) {
      places.add(matcher.group());
    }
    return places;
  }

  @ParameterizedTest
  @ValueSource(strings = {"de", "fr"})
  void everyLanguageSaysTheSameThings(String language) {
    final Map<String, String> english = Pages.texts("en");
    final Map<String, String> other = Pages.texts(language);
    assertThat(other.keySet()).isEqualTo(english.keySet());
    english.forEach((name, text) -> {
      assertThat(places(other.getOrDefault(name, ""))).as(name).isEqualTo(places(text));
      assertThat(other.getOrDefault(name, "")).as(name).isNotBlank();
    });
    assertThat(
            english.entrySet().stream()
                .filter(text -> text.getValue().length() > 20)
                .filter(text -> text.getValue().equals(other.get(text.getKey()))))
        .as("left untranslated")
        .isEmpty();
  }

  private String scripts() {
    return Pages.SCRIPTS.stream()
        .map(script -> text("/" + script))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void everyTextIsSaidSomewhereAndEveryTextThatIsSaidIsThere() {
    final Set<String> names = Pages.texts("en").keySet();
    final String scripts = scripts();
    final Matcher said = Pattern.compile("say\\(\"([a-z.-]+)\"").matcher(scripts);
    while (said.find()) {
      if (!said.group(1).endsWith(".")) {
        assertThat(names).contains(said.group(1));
      }
    }
    for (final String state :
        new String[] {
          "queued",
          "starting",
          "running",
          "reconfiguring",
          "recovering",
          "suspended",
          "finished",
          "failed",
          "cancelled"
        }) {
      assertThat(names).contains("state." + state);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de-AT,de;q=0.9,en;q=0.5|de",
        "fr|fr",
        "es,fr;q=0.3|fr",
        "ja|en",
        "en-GB|en",
        "*|en",
        "rubbish;;q=|en"
      })
  void speaksTheLanguageThatABrowserAsksFor(String asked, String spoken) {
    assertThat(Pages.language(asked)).isEqualTo(spoken);
    assertThat(page("/", Map.of("accept-language", asked)).body().toStringUtf8())
        .contains("<html lang=\"" + spoken + "\">")
        .doesNotContain("{{");
  }

  @Test
  void whatABrowserHasIsNotSentAgain() {
    final WebResponse first = page("/page.js", Map.of());
    final String tag = first.headers().get("ETag");
    final WebResponse second = page("/page.js", Map.of("if-none-match", tag));
    assertThat(second.code()).isEqualTo(WebResponse.NOT_MODIFIED);
    assertThat(second.body().isEmpty()).isTrue();
    assertThat(page("/", Map.of("accept-language", "de", "if-none-match", tag)).code())
        .isEqualTo(WebResponse.OK);
    assertThat(page("/", Map.of()).headers()).containsEntry("Vary", "Accept-Language");
  }

  @Test
  void nothingInItComesFromElsewhereOrStandsInTheMarkup() {
    assertThat(text("/")).doesNotContain("style=", "onclick", "http:", "https:", "<script>");
    assertThat(text("/page.css")).doesNotContain("url(http", "@import");
    assertThat(scripts()).doesNotContain("https:", "eval(", "import(");
    assertThat(
            pages.find(
                new WebRequest("GET", "/../x", Map.of(), Map.of(), "", "h", Optional.empty())))
        .isEmpty();
  }
}
