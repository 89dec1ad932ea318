package io.lull.cli.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The present size of the terminal. */
public record TerminalSize(int rows, int columns) {
  private static final TerminalSize USUAL = new TerminalSize(24, 80);
  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,5}) ([1-9]\\d{0,5})");

  /** The default size, if no terminal can be queried. */
  public static TerminalSize now() {
    return Stty.run("size").map(TerminalSize::parse).orElse(USUAL);
  }

  static TerminalSize parse(String said) {
    final Matcher size = SIZE.matcher(said.strip());
    return size.matches()
        ? new TerminalSize(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)))
        : USUAL;
  }
}
