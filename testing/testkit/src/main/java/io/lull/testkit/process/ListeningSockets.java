package io.lull.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a process of this machine listens on, by TCP, as the kernel tells it (Linux). */
public final class ListeningSockets {
  private static final String LISTENING = "0A";
  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private ListeningSockets() {}

  /** Whether this system tells. */
  public static boolean known() {
    return Files.isReadable(Path.of("/proc/self/net/tcp"));
  }

  /**
   * @param reachable whether other machines could reach it: it is not on the loopback
   */
  public record Listening(int port, boolean reachable) implements Comparable<Listening> {
    @Override
    public int compareTo(Listening other) {
      final int byPort = Integer.compare(port, other.port);
      return byPort == 0 ? Boolean.compare(reachable, other.reachable) : byPort;
    }
  }

  public static Set<Listening> of(long pid) {
    final Path process = Path.of("/proc", Long.toString(pid));
    try {
      final Set<String> inodes = inodes(process.resolve("fd"));
      final Set<Listening> found = new TreeSet<>();
      for (final String table : new String[] {"tcp", "tcp6"}) {
        for (final String line : Files.readAllLines(process.resolve("net").resolve(table))) {
          final String[] fields = line.strip().split("\\s+");
          if (fields.length > INODE
              && fields[STATE].equals(LISTENING)
              && inodes.contains(fields[INODE])) {
            final String[] address = fields[LOCAL].split(":");
            found.add(new Listening(Integer.parseInt(address[1], 16), reachable(address[0])));
          }
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> inodes(Path descriptors) throws IOException {
    final Set<String> inodes = new HashSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(descriptors)) {
      all.forEach(each -> inode(each).ifPresent(inodes::add));
    }
    return inodes;
  }

  private static Optional<String> inode(Path descriptor) {
    try {
      final String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith("socket:[")
          ? Optional.of(target.substring("socket:[".length(), target.length() - 1))
          : Optional.empty();
    } catch (NoSuchFileException e) {
      // Closed since the folder was listed.
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The kernel writes addresses in words, each backwards: 127.0.0.1 is 0100007F. */
  private static boolean reachable(String address) {
    final String hex = address.toUpperCase(Locale.ROOT);
    final boolean four = hex.length() == 8 && hex.endsWith("7F");
    final boolean mapped = hex.startsWith("0000000000000000FFFF0000") && hex.endsWith("7F");
    final boolean six = hex.equals("00000000000000000000000001000000");
    return !four && !mapped && !six;
  }
}
