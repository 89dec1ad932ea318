package io.lull.cli.text;

import java.util.Locale;

/** A page about one thing: a title, labelled lines that are wrapped, sections, tables. */
public final class DetailPage {
  private static final String INDENT = "  ";
  private static final int LEAST_WIDTH = 20;

  private final Screen screen;
  private final int labelWidth;
  private final StringBuilder out = new StringBuilder();

  /**
   * @param labelWidth of the longest label
   */
  public DetailPage(Screen screen, int labelWidth) {
    this.screen = screen;
    this.labelWidth = labelWidth;
  }

  /** The subject, its state, and the reason. */
  public DetailPage title(String name, String state, String reason) {
    out.append(TextStyle.STRONG.on(screen, name))
        .append(INDENT)
        .append(TextStyle.ofState(state).on(screen, state))
        .append('\n');
    return line("", reason);
  }

  public DetailPage section(String title) {
    out.append('\n').append(TextStyle.STRONG.on(screen, title)).append('\n');
    return this;
  }

  /** Adds nothing if there is no value. */
  public DetailPage line(String label, String value) {
    return line(label, value, TextStyle.PLAIN);
  }

  public DetailPage line(String label, String value, TextStyle tone) {
    if (value.isBlank()) {
      return this;
    }
    final int before = INDENT.length() + (label.isEmpty() ? 0 : labelWidth + 1);
    final int width = Math.max(LEAST_WIDTH, screen.columns() - before);
    out.append(INDENT);
    if (!label.isEmpty()) {
      out.append(
              TextStyle.QUIET.on(
                  screen, String.format(Locale.ROOT, "%-" + labelWidth + "s", label)))
          .append(' ');
    }
    final StringBuilder text = new StringBuilder();
    int column = 0;
    for (final String word : value.strip().split("\\s+")) {
      final int length = word.codePointCount(0, word.length());
      if (column > 0 && column + 1 + length > width) {
        out.append(tone.on(screen, text.toString())).append('\n').append(" ".repeat(before));
        text.setLength(0);
        column = 0;
      } else if (column > 0) {
        text.append(' ');
        column++;
      }
      text.append(word);
      column += length;
    }
    out.append(tone.on(screen, text.toString()));
    out.append('\n');
    return this;
  }

  public DetailPage table(Table table) {
    final Screen narrower =
        new Screen(screen.terminal(), screen.columns() - INDENT.length(), screen.colours());
    table.render(narrower).lines().forEach(line -> out.append(INDENT).append(line).append('\n'));
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
