package io.lull.testkit.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What {@code /proc} says of a process. */
public final class Processes {
  private Processes() {}

  /** A process that has ended and only waits for its parent to notice does not run. */
  public static boolean running(ProcessHandle process) {
    return process.isAlive() && state(process.pid()) != 'Z';
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
