package io.lull.coordinator.backup;

import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.control.RefusedException.Kind;
import io.lull.coordinator.database.Database;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * Copies of a coordinator's data folder, made while it works; each is a data folder that another
 * coordinator can start with. They stay on the coordinator's own computer, because they contain the
 * key of the grid's authority. Any thread.
 */
public final class Backups {
  /** The newest; older ones are deleted once a new one is complete. */
  static final int KEPT = 7;

  private static final String FOLDER = "backups";
  private static final String UNFINISHED = "unfinished";
  private static final String DATABASE_FOLDER = "db";
  private static final String DATABASE_FILE = "lull.mv.db";
  private static final String DATABASE_ARCHIVE = "database.zip";
  private static final List<String> COPIED = List.of("authority", "files/blobs", "files/outputs");

  /** Kept free for the coordinator itself. */
  private static final long RESERVE_BYTES = 64L << 20;

  private static final String NOT_FOR_OTHERS = "rwx------";
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final Path data;
  private final Database database;
  private final Clock clock;
  private final ReentrantLock one = new ReentrantLock();

  /**
   * @param data the coordinator's folder
   */
  public Backups(Path data, Database database, Clock clock) {
    this.data = data.toAbsolutePath();
    this.database = database;
    this.clock = clock;
  }

  /**
   * @param bytes of all its files
   */
  public record Backup(Path folder, long bytes) {}

  /**
   * Makes one. The records are as they were at one moment; files of jobs that ended or were
   * submitted meanwhile may be missing, or be there without a record.
   *
   * @throws RefusedException with one line when there can be none now
   */
  public Backup make() throws IOException {
    if (!database.embedded()) {
      throw new RefusedException(
          Kind.UNTIMELY,
          "the store of this grid is a PostgreSQL database: back it up with pg_dump");
    }
    if (!one.tryLock()) {
      throw new RefusedException(Kind.UNTIMELY, "another backup is being made: wait for it");
    }
    try {
      return makeAlone();
    } finally {
      one.unlock();
    }
  }

  private Backup makeAlone() throws IOException {
    final Path folders = data.resolve(FOLDER);
    createPrivate(folders);
    final Path made = folders.resolve(UNFINISHED);
    delete(made);
    createPrivate(made);
    checkRoom(made);
    try {
      copyDatabase(Files.createDirectory(made.resolve(DATABASE_FOLDER)));
      for (final String name : COPIED) {
        copy(data.resolve(name), made.resolve(name));
      }
      final Path done = folders.resolve(NAME.format(Instant.ofEpochMilli(clock.epochMillis())));
      final long bytes = bytes(made);
      Files.move(made, done, StandardCopyOption.ATOMIC_MOVE);
      deleteOldest(folders);
      return new Backup(done, bytes);
    } finally {
      delete(made);
    }
  }

  /**
   * The database is on the disk three times for a moment: itself, an archive, and what is in it.
   */
  private void checkRoom(Path made) throws IOException {
    final long needed = 2 * database.bytes() + RESERVE_BYTES;
    final long usable = Files.getFileStore(made).getUsableSpace();
    if (usable < needed) {
      throw new RefusedException(
          Kind.UNTIMELY,
          "the disk of "
              + data
              + " has "
              + Sizes.format(usable)
              + " left, and a backup needs "
              + Sizes.format(needed)
              + ": free some space");
    }
  }

  private void copyDatabase(Path folder) throws IOException {
    final Path archive = folder.resolve(DATABASE_ARCHIVE);
    database.archive(archive);
    DatabaseArchive.extract(archive, folder.resolve(DATABASE_FILE));
    Files.delete(archive);
  }

  /** Files here are never changed, only replaced as a whole: a second name of one is a copy. */
  private static void copy(Path from, Path to) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (Stream<Path> all = Files.walk(from)) {
      for (final Path each : (Iterable<Path>) all::iterator) {
        final Path copy = to.resolve(from.relativize(each).toString());
        if (Files.isDirectory(each)) {
          Files.createDirectories(copy);
        } else if (Files.isRegularFile(each)) {
          link(each, copy);
        }
      }
    }
  }

  private static void link(Path file, Path copy) throws IOException {
    try {
      Files.createLink(copy, file);
    } catch (NoSuchFileException e) {
      // Its job was forgotten meanwhile.
      return;
    } catch (UnsupportedOperationException | FileSystemException e) {
      Files.copy(file, copy);
    }
  }

  private static void createPrivate(Path folder) throws IOException {
    try {
      if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.createDirectory(
            folder,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(NOT_FOR_OTHERS)));
      } else {
        Files.createDirectory(folder);
      }
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  private static long bytes(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      long bytes = 0;
      for (final Path each : (Iterable<Path>) all::iterator) {
        bytes += Files.isRegularFile(each) ? Files.size(each) : 0;
      }
      return bytes;
    }
  }

  private static void deleteOldest(Path folders) throws IOException {
    final List<Path> newestFirst;
    try (Stream<Path> all = Files.list(folders)) {
      newestFirst = all.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList();
    }
    for (final Path old :
        newestFirst.subList(Math.min(KEPT, newestFirst.size()), newestFirst.size())) {
      delete(old);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (final Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
