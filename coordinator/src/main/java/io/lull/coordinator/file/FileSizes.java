package io.lull.coordinator.file;

import io.lull.coordinator.metrics.LeaderGauges.FileUse;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The space that the files of a store take; measured at intervals, however often it is queried. */
public final class FileSizes {
  private static final Logger LOG = LoggerFactory.getLogger(FileSizes.class);

  /** Going through a great many files takes a while, and they change slowly. */
  private static final Duration LOOKED_UP_AFTER = Duration.ofMinutes(1);

  private final Path folder;
  private final Clock clock;
  private @Nullable FileUse known;
  private long knownNanos;

  /**
   * @param folder as given to {@link FileStore#open}
   */
  public FileSizes(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  public synchronized FileUse now() {
    final FileUse last = known;
    if (last != null && clock.nanos() - knownNanos < LOOKED_UP_AFTER.toNanos()) {
      return last;
    }
    final FileUse use =
        new FileUse(bytes(folder.resolve("blobs")), bytes(folder.resolve("outputs")), free());
    known = use;
    knownNanos = clock.nanos();
    return use;
  }

  private static long bytes(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.mapToLong(FileSizes::size).sum();
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("Cannot determine the size of {}", folder, e);
      return 0;
    }
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long free() {
    try {
      return Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      LOG.debug("Cannot determine the free space of {}", folder, e);
      return 0;
    }
  }
}
