package io.lull.agent.file;

import io.lull.protocol.text.Sizes;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Blob;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Programs and inputs by their content, so that a job that returns does not fetch them again. When
 * they exceed the quota, the least recently used is deleted first. Content is verified at each use,
 * since a disk may lose data or somebody may have changed it.
 */
public final class BlobCache {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
  private static final int COPY_BYTES = 256 << 10;
  private static final Logger LOG = LoggerFactory.getLogger(BlobCache.class);

  private final Path folder;
  private final LongSupplier quotaBytes;
  private final CoordinatorFiles files;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * @param quotaBytes read each time, since owners may change it
   */
  public BlobCache(Path folder, LongSupplier quotaBytes, CoordinatorFiles files, Clock clock)
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
    makeRoom(0, null);
  }

  /**
   * Puts a copy of the content at a path, fetched and verified if it is not cached. It is a copy
   * because a guest that writes to its own must not change the next one's.
   */
  public void copy(Blob blob, Path to) throws IOException, InterruptedException {
    if (!SHA256.matcher(blob.getSha256()).matches()) {
      throw new IOException("'" + blob.getSha256() + "' is not a SHA-256");
    }
    if (blob.getSizeBytes() > quotaBytes.getAsLong()) {
      throw new IOException(
          blob.getName()
              + " has "
              + Sizes.format(blob.getSizeBytes())
              + ", more than this node takes ("
              + Sizes.format(quotaBytes.getAsLong())
              + ")");
    }
    lock.lockInterruptibly();
    try {
      final Path kept = folder.resolve(blob.getSha256());
      if (Files.exists(kept) && !copied(kept, blob, to)) {
        LOG.warn("{} was damaged in the cache and is fetched again", blob.getName());
        Files.delete(kept);
      }
      if (!Files.exists(kept)) {
        makeRoom(blob.getSizeBytes(), null);
        final Path temporary = folder.resolve(blob.getSha256() + ".tmp");
        try {
          files.get(blob, temporary);
          Files.move(temporary, kept, StandardCopyOption.ATOMIC_MOVE);
        } finally {
          Files.deleteIfExists(temporary);
        }
        if (!copied(kept, blob, to)) {
          throw new IOException(blob.getName() + " cannot be stored intact on this node's disk");
        }
      }
      Files.setLastModifiedTime(kept, FileTime.fromMillis(clock.epochMillis()));
      makeRoom(0, kept);
    } finally {
      lock.unlock();
    }
  }

  /** Deletes what exceeds the quota, if it was lowered. */
  public void trim() {
    lock.lock();
    try {
      makeRoom(0, null);
    } catch (IOException e) {
      LOG.warn("cannot clean up programs and inputs: {}", e.getMessage());
    } finally {
      lock.unlock();
    }
  }

  /** Whether the copy has the right content. */
  private static boolean copied(Path kept, Blob blob, Path to) throws IOException {
    final MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
    final byte[] buffer = new byte[COPY_BYTES];
    try (InputStream in = Files.newInputStream(kept);
        OutputStream out = Files.newOutputStream(to)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
        out.write(buffer, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest()).equals(blob.getSha256());
  }

  /**
   * @param bytes that will be added
   * @param used the blob in use
   */
  private void makeRoom(long bytes, @Nullable Path used) throws IOException {
    final Map<Path, Long> ages = new HashMap<>();
    long sum = bytes;
    for (final Path file : list()) {
      sum += Files.size(file);
      ages.put(file, Files.getLastModifiedTime(file).toMillis());
    }
    for (final Path file :
        ages.keySet().stream().sorted(Comparator.comparing(ages::get)).toList()) {
      if (sum <= quotaBytes.getAsLong()) {
        return;
      }
      if (!file.equals(used)) {
        sum -= Files.size(file);
        Files.delete(file);
      }
    }
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }
}
