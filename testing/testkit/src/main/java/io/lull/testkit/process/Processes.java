package io.lull.testkit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What {@code /proc} says of a process. */
public final class Processes {
  /** More generations than any test has; processes that end meanwhile make no circle of it. */
  private static final int MAX_ANCESTORS = 64;

  private Processes() {}

  /** A process that has ended and only waits for its parent to notice does not run. */
  public static boolean running(ProcessHandle process) {
    return process.isAlive() && state(process.pid()) != 'Z';
  }

  /** Whether the process with this number has started it, directly or not. */
  static boolean isDescendant(ProcessHandle process, long ancestor) {
    return Stream.iterate(
            process.parent(), parent -> parent.isPresent(), parent -> parent.get().parent())
        .limit(MAX_ANCESTORS)
        .anyMatch(parent -> parent.get().pid() == ancestor);
  }

  /** Its words, separated by spaces; empty when it is gone. */
  public static String commandLine(long pid) {
    try {
      return new String(
              Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline")),
              StandardCharsets.UTF_8)
          .replace('\0', ' ');
    } catch (IOException e) {
      return "";
    }
  }

  private static char state(long pid) {
    try {
      final String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException e) {
      return '?';
    }
  }
}
