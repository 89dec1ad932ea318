package io.lull.agent.file;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** A small file that is always, even after a crash, entirely the old one or the new one. */
public final class DurableFile {
  private DurableFile() {}

  /**
   * The file is on disk when this returns; if it throws, the file is the old one or the new one.
   */
  public static void replace(Path file, byte[] content) throws IOException {
    final Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      try (FileChannel channel =
          FileChannel.open(
              temporary,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        final ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(temporary);
      throw e;
    }
    forceFolder(file.resolveSibling(""));
  }

  /** When this returns, everything created, renamed or deleted in the folder is on disk. */
  public static void forceFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Windows opens no folders; there the rename is in the file system's own journal.
      if (File.separatorChar != '\\') {
        throw e;
      }
    }
  }
}
