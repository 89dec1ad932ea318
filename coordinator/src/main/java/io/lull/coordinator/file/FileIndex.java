package io.lull.coordinator.file;

import io.lull.protocol.records.FileRecord;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The index of stored files: owner, size and last use of each, and the space reserved for arriving
 * files. In memory, so that no request scans folders. Any thread.
 */
final class FileIndex {
  /** Whatever a file has, a disk gives it blocks. */
  private static final long BLOCK_BYTES = 4 << 10;

  /** It is written down that a file was of use when that was not written for so long. */
  private static final Duration USE_NOTED_AFTER = Duration.ofHours(1);

  /** A file that more people than this have sent is nobody else's. */
  private static final int MAX_SENDERS = 1000;

  private final Clock clock;
  private final Map<String, Program> blobs = new HashMap<>();
  private final Map<String, Long> outputs = new HashMap<>();
  private final Map<String, Long> arriving = new HashMap<>();
  private final Map<String, Long> ofOwners = new HashMap<>();
  private final Map<String, Integer> held = new HashMap<>();
  private long blobBytes;
  private long outputBytes;
  private long arrivingBytes;
  private long touches;

  /** A program or an input. */
  private static final class Program {
    private final String owner;
    private final Set<String> others;
    private final long bytes;
    private long usedMillis;
    private long notedMillis;
    private long touched;

    Program(String owner, Collection<String> others, long bytes, long usedMillis) {
      this.owner = owner;
      this.others = new LinkedHashSet<>(others);
      this.bytes = bytes;
      this.usedMillis = usedMillis;
      this.notedMillis = usedMillis;
    }

    FileRecord record() {
      return FileRecord.newBuilder()
          .setOwner(owner)
          .setSizeBytes(bytes)
          .setUsedAt(usedMillis)
          .addAllOthers(others)
          .build();
    }

    boolean sentBy(String user) {
      return owner.equals(user) || others.contains(user);
    }
  }

  FileIndex(Clock clock) {
    this.clock = clock;
  }

  static long onDisk(long bytes) {
    return Math.max(1, Math.ceilDiv(bytes, BLOCK_BYTES)) * BLOCK_BYTES;
  }

  /** Known from before. */
  synchronized void restore(String sha256, FileRecord record) {
    put(
        sha256,
        new Program(
            record.getOwner(), record.getOthersList(), record.getSizeBytes(), record.getUsedAt()));
  }

  /**
   * It came just now.
   *
   * @param sender empty: nobody knows
   */
  synchronized FileRecord came(String sha256, String sender, long bytes) {
    final Program known = blobs.get(sha256);
    final Program program =
        known == null
            ? new Program(sender, List.of(), bytes, clock.epochMillis())
            : new Program(known.owner, known.others, bytes, clock.epochMillis());
    if (!sender.isEmpty() && !program.sentBy(sender) && program.others.size() < MAX_SENDERS) {
      program.others.add(sender);
    }
    program.touched = ++touches;
    put(sha256, program);
    return program.record();
  }

  private void put(String sha256, Program program) {
    remove(sha256);
    blobs.put(sha256, program);
    blobBytes += onDisk(program.bytes);
    ofOwners.merge(program.owner, onDisk(program.bytes), Long::sum);
  }

  /** Whether this user has sent the file. */
  synchronized boolean sentBy(String sha256, String user) {
    final Program program = blobs.get(sha256);
    return program != null && program.sentBy(user);
  }

  synchronized boolean has(String sha256) {
    return blobs.containsKey(sha256);
  }

  synchronized void remove(String sha256) {
    final Program gone = blobs.remove(sha256);
    if (gone != null) {
      blobBytes -= onDisk(gone.bytes);
      ofOwners.merge(gone.owner, -onDisk(gone.bytes), FileIndex::sum);
    }
  }

  /** The sum; null, which takes the entry out, when nothing is left. */
  private static @org.jspecify.annotations.Nullable Long sum(Long a, Long b) {
    return a + b == 0 ? null : a + b;
  }

  /** From now until {@link #release} none of them is dropped. */
  synchronized void hold(Collection<String> sha256s) {
    sha256s.forEach(sha256 -> held.merge(sha256, 1, Integer::sum));
  }

  synchronized void release(Collection<String> sha256s) {
    for (final String sha256 : sha256s) {
      held.computeIfPresent(sha256, (_, count) -> count == 1 ? null : count - 1);
      final Program program = blobs.get(sha256);
      if (program != null) {
        program.usedMillis = clock.epochMillis();
        program.touched = ++touches;
      }
    }
  }

  /** The number of the last time that any file was of use. */
  synchronized long lastTouch() {
    return touches;
  }

  /**
   * Takes out a file, unless it is held or was of use since.
   *
   * @param touch as {@link #lastTouch} said before it was asked which files are needed
   */
  synchronized boolean takeOut(String sha256, long touch) {
    final Program program = blobs.get(sha256);
    if (program == null || held.containsKey(sha256) || program.touched > touch) {
      return false;
    }
    remove(sha256);
    return true;
  }

  /** What is not needed, the one first that was not of use for the longest time. */
  synchronized List<IdleFile> idle(Set<String> needed) {
    return blobs.entrySet().stream()
        .filter(entry -> !needed.contains(entry.getKey()) && !held.containsKey(entry.getKey()))
        .sorted(
            Comparator.comparingLong((Map.Entry<String, Program> entry) -> entry.getValue().touched)
                .thenComparingLong(entry -> entry.getValue().usedMillis)
                .thenComparing(Map.Entry::getKey))
        .map(entry ->
            new IdleFile(entry.getKey(), entry.getValue().owner, onDisk(entry.getValue().bytes)))
        .toList();
  }

  /** What has been of use since that was last written down, so many at the most. */
  synchronized Map<String, FileRecord> unnoted(int most) {
    final Map<String, FileRecord> records = new LinkedHashMap<>();
    for (final Map.Entry<String, Program> entry : blobs.entrySet()) {
      final Program program = entry.getValue();
      if (records.size() < most
          && program.usedMillis - program.notedMillis >= USE_NOTED_AFTER.toMillis()) {
        program.notedMillis = program.usedMillis;
        records.put(entry.getKey(), program.record());
      }
    }
    return records;
  }

  synchronized void outputGrew(String job, long bytes) {
    outputs.merge(job, bytes, Long::sum);
    outputBytes += bytes;
  }

  synchronized void outputsGone(String job) {
    final Long gone = outputs.remove(job);
    outputBytes -= gone == null ? 0 : gone;
  }

  synchronized Set<String> jobsWithOutputs() {
    return new HashSet<>(outputs.keySet());
  }

  synchronized long outputsOf(String job) {
    return outputs.getOrDefault(job, 0L);
  }

  /** What all files take, and those on their way are promised. */
  synchronized long allBytes() {
    return blobBytes + outputBytes + arrivingBytes;
  }

  /** What programs and inputs of one user take, and those on their way are promised. */
  synchronized long bytesOf(String owner) {
    return ofOwners.getOrDefault(owner, 0L) + arriving.getOrDefault(owner, 0L);
  }

  /**
   * Promises room, if there is.
   *
   * @param owner of a program or an input; empty for an output
   */
  synchronized boolean reserve(String owner, long bytes, FileQuota quota) {
    if (allBytes() + bytes > quota.bytes()
        || (!owner.isEmpty() && bytesOf(owner) + bytes > quota.bytesOfUser())) {
      return false;
    }
    arrivingBytes += bytes;
    arriving.merge(owner, bytes, Long::sum);
    return true;
  }

  synchronized void giveBack(String owner, long bytes) {
    arrivingBytes -= bytes;
    arriving.merge(owner, -bytes, FileIndex::sum);
  }
}
