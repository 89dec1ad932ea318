package io.lull.platform.autostart;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A program that a session starts.
 *
 * @param id of files and keys: {@code lull}
 * @param name for people
 * @param comment for people: one sentence
 * @param icon a file, or a name in the desktop's theme
 * @param command the program with its whole path, and its arguments
 */
public record StartedProgram(
    String id, String name, String comment, String icon, List<String> command) {
  private static final Pattern ID = Pattern.compile("[A-Za-z][A-Za-z0-9.-]*");

  public StartedProgram {
    command = List.copyOf(command);
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException(
          "'" + id + "' cannot be a program's id: letters, digits, dots and dashes can");
    }
    if (command.isEmpty() || !isAbsolute(command.getFirst())) {
      throw new IllegalArgumentException(
          "a session finds a program only by its whole path, not by " + command);
    }
    for (final String argument : command) {
      if (argument.chars().anyMatch(Character::isISOControl)) {
        throw new IllegalArgumentException(
            "a session cannot start a command with line breaks or other control characters in it: "
                + argument.strip());
      }
    }
  }

  /** The rules of all systems apply: tests render for one system on another. */
  private static boolean isAbsolute(String program) {
    return Path.of(program).isAbsolute() || program.matches("[A-Za-z]:[\\\\/].*|\\\\\\\\.+");
  }
}
