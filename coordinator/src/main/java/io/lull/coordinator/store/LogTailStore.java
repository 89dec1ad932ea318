package io.lull.coordinator.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.LogTailRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The last words of workers that ended, the newest of each job. */
public final class LogTailStore {
  private static final int MAX_TAILS_PER_JOB = 16;
  private final Shelf shelf;

  public LogTailStore(Shelves shelves) {
    this.shelf = shelves.shelf(Shelves.Kind.LOG_TAIL);
  }

  /** The slot of an older one is used again, so that a job that keeps failing stays bounded. */
  public void put(String job, long number, LogTailRecord tail) {
    shelf.put(job + "/" + Math.floorMod(number, MAX_TAILS_PER_JOB), tail.toByteArray());
  }

  public List<LogTailRecord> of(String job) {
    return shelf.all().entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(job + "/"))
        .map(Map.Entry::getValue)
        .map(LogTailStore::read)
        .sorted(Comparator.comparingLong(LogTailRecord::getAt))
        .toList();
  }

  private static LogTailRecord read(byte[] bytes) {
    try {
      return LogTailRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("a log tail cannot be read", e);
    }
  }
}
