package io.lull.client.submit;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a command into words, as a shell would: blanks separate, quotes group, a backslash quotes
 * the next character. Nothing else has a meaning: no shell reads it.
 */
public final class CommandLineParser {
  private final String text;
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean begun;

  private CommandLineParser(String text) {
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException with one line if a quote does not end, or there is no word
   */
  public static List<String> split(String text) {
    return new CommandLineParser(text).words();
  }

  /** The inverse of {@link #split}. */
  static String join(List<String> words) {
    final StringBuilder all = new StringBuilder();
    for (final String word : words) {
      all.append(all.isEmpty() ? "'" : " '").append(word.replace("'", "'\\''")).append('\'');
    }
    return all.toString();
  }

  private List<String> words() {
    int at = 0;
    while (at < text.length()) {
      final char c = text.charAt(at);
      if (c == '\'' || c == '"') {
        at = quoted(at, c);
      } else if (c == '\\') {
        if (at + 1 == text.length()) {
          throw new IllegalArgumentException("the command ends with a backslash");
        }
        add(text.charAt(at + 1));
        at += 2;
      } else if (Character.isWhitespace(c)) {
        end();
        at++;
      } else {
        add(c);
        at++;
      }
    }
    end();
    if (words.isEmpty() || words.getFirst().isBlank()) {
      throw new IllegalArgumentException("no program given: write PROGRAM WORDS");
    }
    return List.copyOf(words);
  }

  private int quoted(int from, char quote) {
    begun = true;
    int at = from + 1;
    while (at < text.length() && text.charAt(at) != quote) {
      if (quote == '"'
          && text.charAt(at) == '\\'
          && at + 1 < text.length()
          && "\"\\".indexOf(text.charAt(at + 1)) >= 0) {
        at++;
      }
      add(text.charAt(at));
      at++;
    }
    if (at >= text.length()) {
      throw new IllegalArgumentException("the quote " + quote + " is not closed");
    }
    return at + 1;
  }

  private void add(char c) {
    begun = true;
    word.append(c);
  }

  private void end() {
    if (begun) {
      words.add(word.toString());
      word.setLength(0);
      begun = false;
    }
  }
}
