package io.lull.platform.windows.autostart;

import com.sun.jna.platform.win32.Win32Exception;
import io.lull.platform.autostart.Autostart;
import io.lull.platform.autostart.StartedProgram;
import io.lull.platform.windows.system.CommandLine;
import java.io.IOException;
import java.util.Optional;

/**
 * The user's Run key. A program that the user disables in the settings or the task manager stays
 * there, and is marked in another key. @see <a
 * href="https://learn.microsoft.com/windows/win32/setupapi/run-and-runonce-registry-keys">Run and
 * RunOnce registry keys</a>
 */
public final class RunKeyAutostart implements Autostart {
  static final String RUN = "Software\\Microsoft\\Windows\\CurrentVersion\\Run";
  static final String APPROVED =
      "Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run";

  /** Windows does not run longer ones. */
  private static final int MOST_CHARACTERS = 260;

  private final StartedProgram program;
  private final UserKey keys;

  public RunKeyAutostart(StartedProgram program) {
    this(program, new NativeUserKey());
  }

  RunKeyAutostart(StartedProgram program, UserKey keys) {
    this.program = program;
    this.keys = keys;
  }

  /** A registry that cannot be read must not end a program. */
  private interface Question<T> {
    T ask() throws IOException;
  }

  private static <T> T asked(Question<T> question) throws IOException {
    try {
      return question.ask();
    } catch (Win32Exception e) {
      throw new IOException("the registry refuses: " + e.getMessage(), e);
    }
  }

  @Override
  public State state() throws IOException {
    return asked(() -> {
      if (keys.text(RUN, program.name()).isEmpty()) {
        return State.OFF;
      }
      return turnedOff() ? State.TURNED_OFF : State.ON;
    });
  }

  /** The mark's first byte is even for enabled, and odd for disabled. */
  private boolean turnedOff() {
    final Optional<byte[]> mark = keys.bytes(APPROVED, program.name());
    return mark.isPresent() && mark.get().length > 0 && (mark.get()[0] & 1) != 0;
  }

  @Override
  public void enable() throws IOException {
    final String line = CommandLine.of(program.command());
    if (line.length() > MOST_CHARACTERS) {
      throw new IOException(
          "Windows starts only commands of up to "
              + MOST_CHARACTERS
              + " characters with a session, and this has "
              + line.length()
              + ": install the program in a folder with a shorter path");
    }
    asked(() -> {
      keys.setText(RUN, program.name(), line);
      keys.delete(APPROVED, program.name());
      return State.ON;
    });
  }

  @Override
  public void disable() throws IOException {
    asked(() -> {
      keys.delete(RUN, program.name());
      keys.delete(APPROVED, program.name());
      return State.OFF;
    });
  }
}
