package io.lull.agent.file;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A small file that is always, even after a crash, entirely the old one or the new one. */
public final class DurableFile {
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private DurableFile() {}

  /**
   * The file is on disk when this returns; if it throws, the file is the old one or the new one.
   */
  public static void replace(Path file, byte[] content) throws IOException {
    write(file, content);
  }

  /** Like {@link #replace}, but nobody other than the file's owner can read it. */
  public static void replaceSecret(Path file, byte[] content) throws IOException {
    final boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
    write(file, content, posix ? new FileAttribute<?>[] {OWNER_ONLY} : new FileAttribute<?>[0]);
  }

  private static void write(Path file, byte[] content, FileAttribute<?>... attributes)
      throws IOException {
    final Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    Files.deleteIfExists(temporary);
    try {
      try (FileChannel channel =
          FileChannel.open(
              temporary,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              attributes)) {
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

  /** Makes the folder unless it is there. Its name is on disk when this returns on any thread. */
  public static synchronized void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      forceFolder(folder.resolveSibling(""));
    }
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
