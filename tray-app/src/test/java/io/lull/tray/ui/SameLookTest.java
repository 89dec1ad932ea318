package io.lull.tray.ui;

import static org.assertj.core.api.Assertions.assertThat;

import atlantafx.base.theme.PrimerLight;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A colour means the same in the window, on the web page and in the simulator's reports. */
class SameLookTest {
  private static final Path PAGE =
      Path.of("..", "coordinator/src/main/resources/io/lull/coordinator/web/page.css");
  private static final Path REPORT =
      Path.of("..", "simulator/src/main/java/io/lull/simulator/report/ReportPage.java");
  private static final Path WINDOW = Path.of("src/main/resources/io/lull/tray/ui/lull.css");
  private static final Pattern COLOUR = Pattern.compile("-?-([a-z0-9-]+): ?(#[0-9a-f]{3,6})\\b");
  private static final String DARK = "prefers-color-scheme";

  /** The theme's names of colours, by those of style sheets. */
  private static final Map<String, String> OF_THEME =
      Map.of(
          "accent", "color-accent-emphasis",
          "idle", "color-success-3",
          "owner", "color-border-default",
          "border", "color-border-default",
          "bg", "color-bg-default",
          "fg", "color-fg-default",
          "fg-muted", "color-fg-muted",
          "fg-subtle", "color-fg-subtle");

  private static final List<String> TYPEFACES =
      List.of("Inter", "Adwaita Sans", "Cantarell", "Ubuntu Sans", "Ubuntu", "Noto Sans");

  private static Map<String, String> colours(String text) {
    final Map<String, String> colours = new HashMap<>();
    final Matcher found = COLOUR.matcher(text);
    while (found.find()) {
      colours.putIfAbsent(found.group(1), found.group(2));
    }
    return colours;
  }

  /** What a style sheet has for light surroundings, or for dark ones. */
  private static Map<String, String> colours(String sheet, boolean dark) {
    final int split = sheet.indexOf(DARK);
    return colours(dark ? sheet.substring(split) : sheet.substring(0, split));
  }

  private static String theme(boolean dark) throws IOException {
    final String name = dark ? "primer-dark.css" : "primer-light.css";
    try (InputStream sheet =
        Objects.requireNonNull(PrimerLight.class.getResourceAsStream(name), name)) {
      return new String(sheet.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void coloursAreThoseOfTheWindow(boolean dark) throws IOException {
    final Map<String, String> window = colours(theme(dark));
    final Map<String, String> page = colours(Files.readString(PAGE), dark);
    final Map<String, String> report = colours(Files.readString(REPORT), dark);
    OF_THEME.forEach((name, ofTheme) -> {
      assertThat(page.get(name)).as("page: " + name).isEqualTo(window.get(ofTheme));
      assertThat(report.get(name)).as("report: " + name).isEqualTo(window.get(ofTheme));
    });
    assertThat(report.get("track")).isEqualTo(page.get("track"));
    assertThat(report.get("border-muted")).isEqualTo(page.get("border-muted"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"running", "available", "owner"})
  void aUseOfAMachineHasOneColour(String use) throws IOException {
    final String colour = found("\\.chart \\." + use + " \\{ fill: var\\(--([a-z]+)\\)", PAGE);
    assertThat(found("svg \\." + use + "\\{fill:var\\(--([a-z]+)\\)", REPORT)).isEqualTo(colour);
    final String name =
        found("\\.use-" + use + " \\{ -fx-background-color: -(lull-[a-z]+);", WINDOW);
    assertThat(Files.readString(WINDOW))
        .contains("-" + name + ": -" + Objects.requireNonNull(OF_THEME.get(colour)));
  }

  private static String found(String pattern, Path file) throws IOException {
    final Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(file));
    assertThat(matcher.find()).as(pattern + " in " + file).isTrue();
    return matcher.group(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"page", "report"})
  void wordsHaveTheWindowsTypefaces(String which) throws IOException {
    final String sheet = Files.readString(which.equals("page") ? PAGE : REPORT);
    assertThat(sheet.replace(", ", ",")).contains("\"" + String.join("\",\"", TYPEFACES) + "\"");
    assertThat(Files.readString(Path.of("src/main/java/io/lull/tray/ui/Theme.java")))
        .contains("\"" + String.join("\", \"", TYPEFACES) + "\"");
  }
}
