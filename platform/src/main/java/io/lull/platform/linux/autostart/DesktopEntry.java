package io.lull.platform.linux.autostart;

import io.lull.platform.autostart.StartedProgram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The text of a desktop entry.
 *
 * @see <a href="https://specifications.freedesktop.org/desktop-entry-spec/latest/">Desktop Entry
 *     Specification</a>
 */
final class DesktopEntry {
  private static final String GROUP = "[Desktop Entry]";

  /** Arguments with one of these are quoted, see the specification's chapter on Exec. */
  private static final String RESERVED = " \t\n\"'\\><~|&;$*?#()`";

  private DesktopEntry() {}

  /** An entry that starts a program. */
  static String of(StartedProgram program) {
    return GROUP
        + "\nType=Application\nVersion=1.0"
        + "\nName="
        + escaped(program.name())
        + "\nComment="
        + escaped(program.comment())
        + "\nIcon="
        + escaped(program.icon())
        + "\nTryExec="
        + escaped(program.command().getFirst())
        + "\nExec="
        + escaped(exec(program.command()))
        + "\nTerminal=false\nStartupNotify=false\nX-GNOME-Autostart-enabled=true\n";
  }

  /** An entry that prevents the start of a program. */
  static String hiding(StartedProgram program) {
    return GROUP + "\nType=Application\nName=" + escaped(program.name()) + "\nHidden=true\n";
  }

  /** Whether a session starts the entry's program. */
  static boolean starts(String text) {
    final Map<String, String> keys = keys(text);
    return !keys.getOrDefault("Hidden", "false").equals("true")
        && !keys.getOrDefault("X-GNOME-Autostart-enabled", "true").equals("false");
  }

  private static Map<String, String> keys(String text) {
    final Map<String, String> keys = new LinkedHashMap<>();
    boolean ours = false;
    for (final String line : text.lines().map(String::strip).toList()) {
      if (line.startsWith("[")) {
        ours = line.equals(GROUP);
      } else if (ours && !line.startsWith("#") && line.indexOf('=') > 0) {
        final int equals = line.indexOf('=');
        keys.putIfAbsent(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
      }
    }
    return keys;
  }

  private static String exec(List<String> command) {
    if (command.getFirst().indexOf('=') >= 0) {
      throw new IllegalArgumentException(
          "a session does not start a program with '=' in its path: " + command.getFirst());
    }
    return command.stream().map(DesktopEntry::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String argument) {
    final String plain = argument.replace("%", "%%");
    if (!plain.isEmpty() && plain.chars().noneMatch(c -> RESERVED.indexOf(c) >= 0)) {
      return plain;
    }
    final StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < plain.length(); i++) {
      final char c = plain.charAt(i);
      if (c == '"' || c == '`' || c == '$' || c == '\\') {
        quoted.append('\\');
      }
      quoted.append(c);
    }
    return quoted.append('"').toString();
  }

  /** All values are unescaped once as texts before further processing. */
  private static String escaped(String value) {
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").strip();
  }
}
