package io.lull.agent.session;

import io.lull.agent.file.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The greatest fence of a coordinator that this node has obeyed, stored on disk: an earlier leader
 * is harmless even after a restart of the agent.
 */
public final class Fence {
  private final Path file;
  private long seen;

  private Fence(Path file, long seen) {
    this.file = file;
    this.seen = seen;
  }

  public static Fence in(Path dataFolder) throws IOException {
    final Path file = dataFolder.resolve("fence");
    if (!Files.exists(file)) {
      return new Fence(file, 0);
    }
    final String text = Files.readString(file).strip();
    try {
      return new Fence(file, Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw new IOException(
          file + " is damaged: it holds '" + text + "', not a number; remove it to go on", e);
    }
  }

  public synchronized long seen() {
    return seen;
  }

  /**
   * The fence is on disk when this returns.
   *
   * @throws UncheckedIOException if the file cannot be written
   */
  public synchronized void store(long fence) {
    try {
      DurableFile.replace(file, (fence + "\n").getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot store the fence in " + file, e);
    }
    seen = fence;
  }
}
