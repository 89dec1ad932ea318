package io.lull.platform.linux.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the terminals that a guest has opened itself: the agent's own descendants have them, and no
 * person uses them.
 */
final class GuestTerminals {
  private static final int TERMINAL_FIELD = 4;

  private final Path proc;
  private final long agent;

  /**
   * @param agent the process whose descendants are guests
   */
  GuestTerminals(Path proc, long agent) {
    this.proc = proc;
    this.agent = agent;
  }

  boolean has(Path terminal) {
    final Set<Long> guests =
        ProcessHandle.of(agent).stream()
            .flatMap(ProcessHandle::descendants)
            .map(ProcessHandle::pid)
            .collect(Collectors.toSet());
    if (guests.isEmpty()) {
      return false;
    }
    try {
      final Object number = Files.getAttribute(terminal, "unix:rdev");
      final Object file = identity(terminal);
      return guests.stream().anyMatch(guest -> holds(guest, file))
          && !strangerAt(guests, (long) number);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** In a guest's own view of the files, its terminal may have the name of another. */
  private static Object identity(Path file) throws IOException {
    return Files.readAttributes(file, "unix:dev,ino");
  }

  private boolean holds(long guest, Object file) {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(proc.resolve(guest + "/fd"))) {
      for (final Path descriptor : open) {
        if (isSame(descriptor, file)) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return false; // It has ended.
    }
    return false;
  }

  private static boolean isSame(Path descriptor, Object file) {
    try {
      return identity(descriptor).equals(file);
    } catch (IOException e) {
      return false; // It was closed.
    }
  }

  /** Whether a process that is not a guest has it as its controlling terminal. */
  private boolean strangerAt(Set<Long> guests, long number) throws IOException {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (final Path process : processes) {
        if (!guests.contains(Long.parseLong(process.getFileName().toString()))
            && controllingTerminal(process) == number) {
          return true;
        }
      }
    }
    return false;
  }

  private static long controllingTerminal(Path process) {
    try {
      final String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[TERMINAL_FIELD]);
    } catch (IOException e) {
      return 0; // It has ended.
    }
  }
}
