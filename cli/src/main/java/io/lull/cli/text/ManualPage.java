package io.lull.cli.text;

import java.util.Locale;

/** A manual page, see man(7): sections of prose, and of preformatted text. */
public final class ManualPage {
  private final StringBuilder page = new StringBuilder();

  /**
   * @param name of the program
   * @param version shown at the foot
   */
  public ManualPage(String name, String version) {
    page.append(".TH ")
        .append(name.toUpperCase(Locale.ROOT))
        .append(" 1 \"\" \"")
        .append(escaped(name + " " + version))
        .append("\"\n");
  }

  /** A section whose text is filled into lines. */
  public void section(String title, String text) {
    begin(title);
    text.lines().forEach(line -> page.append(safe(line)).append('\n'));
  }

  /** A section whose lines are kept. */
  public void verbatim(String title, String text) {
    begin(title);
    page.append(".nf\n");
    text.lines().forEach(line -> page.append(safe(line)).append('\n'));
    page.append(".fi\n");
  }

  public String text() {
    return page.toString();
  }

  private void begin(String title) {
    page.append(".SH ").append(escaped(title.toUpperCase(Locale.ROOT))).append('\n');
  }

  /** A dot or a quote at the beginning of a line would be a command. */
  private static String safe(String line) {
    final String text = escaped(line);
    return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-");
  }
}
