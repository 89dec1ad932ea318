package io.lull.agent.file;

import io.lull.protocol.text.Sizes;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Blob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Programs and inputs by their content, so that a job that comes back does not fetch them again.
 * The one that was not used for the longest time goes first when they are more than the quota.
 */
public final class BlobCache {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  private final Path folder;
  private final long quotaBytes;
  private final CoordinatorFiles files;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();

  public BlobCache(Path folder, long quotaBytes, CoordinatorFiles files, Clock clock)
      throws IOException {
    this.folder = folder;
    this.quotaBytes = quotaBytes;
    this.files = files;
    this.clock = clock;
    Files.createDirectories(folder);
    for (final Path file : list()) {
      if (!SHA256.matcher(file.getFileName().toString()).matches()) {
        Files.delete(file);
      }
    }
  }

  /**
   * Puts a copy of the content at a path, fetched and verified if it is not here. A copy, for a
   * guest that writes to its own must not change the next one's.
   */
  public void copy(Blob blob, Path to) throws IOException, InterruptedException {
    if (!SHA256.matcher(blob.getSha256()).matches()) {
      throw new IOException("'" + blob.getSha256() + "' is not a SHA-256");
    }
    if (blob.getSizeBytes() > quotaBytes) {
      throw new IOException(
          blob.getName()
              + " has "
              + Sizes.format(blob.getSizeBytes())
              + ", more than this node takes ("
              + Sizes.format(quotaBytes)
              + ")");
    }
    lock.lockInterruptibly();
    try {
      final Path kept = folder.resolve(blob.getSha256());
      if (!Files.exists(kept)) {
        makeRoom(blob.getSizeBytes());
        final Path temporary = folder.resolve(blob.getSha256() + ".tmp");
        try {
          files.get(blob, temporary);
          Files.move(temporary, kept, StandardCopyOption.ATOMIC_MOVE);
        } finally {
          Files.deleteIfExists(temporary);
        }
      }
      Files.setLastModifiedTime(kept, FileTime.fromMillis(clock.epochMillis()));
      Files.copy(kept, to, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      lock.unlock();
    }
  }

  private void makeRoom(long bytes) throws IOException {
    final Map<Path, Long> used = new HashMap<>();
    long sum = bytes;
    for (final Path file : list()) {
      sum += Files.size(file);
      used.put(file, Files.getLastModifiedTime(file).toMillis());
    }
    for (final Path file :
        used.keySet().stream().sorted(Comparator.comparing(used::get)).toList()) {
      if (sum <= quotaBytes) {
        return;
      }
      sum -= Files.size(file);
      Files.delete(file);
    }
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }
}
