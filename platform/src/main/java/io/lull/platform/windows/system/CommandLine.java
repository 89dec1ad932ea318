package io.lull.platform.windows.system;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The arguments of a new Windows process: one line, which its runtime parses by Microsoft's rules
 * for backslashes and quotes, and one block of variables.
 */
public final class CommandLine {
  /** Windows takes no longer line. */
  private static final int MOST_CHARACTERS = 32_767;

  private static final String SYSTEM_ROOT = "SystemRoot";

  private CommandLine() {}

  /**
   * @throws IllegalArgumentException if Windows would refuse it
   */
  public static String of(List<String> command) {
    final String line = command.stream().map(CommandLine::quoted).collect(Collectors.joining(" "));
    if (line.length() >= MOST_CHARACTERS) {
      throw new IllegalArgumentException(
          "the command has "
              + line.length()
              + " characters, and Windows takes less than "
              + MOST_CHARACTERS);
    }
    return line;
  }

  private static String quoted(String argument) {
    if (argument.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("an argument of the command holds a null");
    }
    if (!argument.isEmpty() && argument.chars().noneMatch(c -> " \t\n\u000b\"".indexOf(c) >= 0)) {
      return argument;
    }
    final StringBuilder quoted = new StringBuilder("\"");
    int backslashes = 0;
    for (int i = 0; i < argument.length(); i++) {
      final char c = argument.charAt(i);
      if (c == '\\') {
        backslashes++;
        continue;
      }
      // Backslashes are literal unless a quote follows them.
      quoted.repeat('\\', c == '"' ? backslashes * 2 + 1 : backslashes).append(c);
      backslashes = 0;
    }
    return quoted.repeat('\\', backslashes * 2).append('"').toString();
  }

  /**
   * Sorted as Windows requires.
   *
   * @param systemRoot without which no program can open a socket
   */
  public static String environment(Map<String, String> variables, String systemRoot) {
    final Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sorted.put(SYSTEM_ROOT, systemRoot);
    sorted.putAll(variables);
    final StringBuilder block = new StringBuilder();
    sorted.forEach((name, value) -> {
      if (name.indexOf('=') > 0 || name.indexOf('\0') >= 0 || value.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("'" + name + "' cannot be a variable's name");
      }
      block.append(name).append('=').append(value).append('\0');
    });
    return block.append('\0').toString();
  }
}
