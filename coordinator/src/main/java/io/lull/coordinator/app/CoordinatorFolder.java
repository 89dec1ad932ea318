package io.lull.coordinator.app;

import io.lull.coordinator.config.StartException;
import io.lull.coordinator.core.store.FileRecords;
import io.lull.coordinator.file.FileQuota;
import io.lull.coordinator.file.FileStore;
import io.lull.coordinator.file.SharedFiles;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** The coordinator's folder, held by one coordinator at a time. */
final class CoordinatorFolder implements AutoCloseable {
  private static final String SECRET_FOLDER = "rwx------";
  private static final String SECRET_FILE = "rw-------";

  private final Path path;
  private final FileChannel lock;

  private CoordinatorFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  static CoordinatorFolder open(Path path) throws StartException {
    try {
      if (!Files.exists(path)) {
        Files.createDirectories(path);
        if (posix(path)) {
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(SECRET_FOLDER));
        }
      }
      final FileChannel channel =
          FileChannel.open(
              path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel) == null) {
        channel.close();
        throw new StartException(
            "another coordinator runs in " + path + ": stop it, or use another --data folder");
      }
      return new CoordinatorFolder(path, channel);
    } catch (IOException e) {
      throw new StartException(
          "the data folder " + path + " cannot be written (" + reason(e) + "): give another --data",
          e);
    }
  }

  Path resolve(String name) {
    return path.resolve(name);
  }

  /**
   * Programs, inputs and outputs.
   *
   * @throws StartException when they may take less than they must
   */
  FileStore files(
      CoordinatorOptions.Keeping keeping, SharedFiles sharedFiles, FileRecords records, Clock clock)
      throws IOException, StartException {
    final FileQuota quota;
    try {
      quota = keeping.quota(Files.getFileStore(path).getTotalSpace());
    } catch (IllegalArgumentException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
    return FileStore.open(path.resolve("files"), sharedFiles, records, quota, clock);
  }

  /** Writes a small file in one step, readable by this user alone. */
  void writeSecret(String name, String text) throws IOException {
    final Path temporary = path.resolve(name + ".tmp");
    Files.deleteIfExists(temporary);
    if (posix(path)) {
      Files.createFile(
          temporary,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(SECRET_FILE)));
    }
    Files.writeString(temporary, text);
    Files.move(
        temporary,
        path.resolve(name),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  void delete(String name) throws IOException {
    Files.deleteIfExists(path.resolve(name));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }

  static String reason(IOException e) {
    return switch (e) {
      case java.nio.file.AccessDeniedException denied -> "permission denied";
      case java.nio.file.FileAlreadyExistsException taken -> "it is not a folder";
      case java.nio.file.NoSuchFileException missing -> "no such folder: " + missing.getMessage();
      default -> String.valueOf(e.getMessage());
    };
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static boolean posix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
