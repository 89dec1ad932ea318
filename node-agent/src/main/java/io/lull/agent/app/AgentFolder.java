package io.lull.agent.app;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** The agent's data folder, locked for one agent while it runs. */
final class AgentFolder implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;

  private AgentFolder(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /**
   * @throws IllegalArgumentException with one line, if another agent holds the folder or it cannot
   *     be used
   */
  static AgentFolder open(Path given) {
    final Path path = given.toAbsolutePath().normalize();
    FileChannel channel = null;
    try {
      if (!Files.isDirectory(path)) {
        Files.createDirectories(path);
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        }
      }
      channel =
          FileChannel.open(
              path.resolve("lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      if (lock(channel) == null) {
        final String holder = holder(channel);
        channel.close();
        throw new IllegalArgumentException(
            "another agent uses the folder "
                + path
                + (holder.isEmpty() ? "" : " (process " + holder + ")")
                + ": end it, or give this one a folder of its own with --data");
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
      return new AgentFolder(path.toRealPath(), channel);
    } catch (IOException e) {
      closeQuietly(channel);
      throw new IllegalArgumentException(
          "the folder " + path + " cannot be used: " + e.getMessage(), e);
    }
  }

  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    final ByteBuffer text = ByteBuffer.allocate(32);
    channel.read(text, 0);
    return new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).strip();
  }

  private static void closeQuietly(@Nullable FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // The original failure is the one to report.
      }
    }
  }
}
