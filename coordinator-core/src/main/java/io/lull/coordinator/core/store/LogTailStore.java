package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.model.LogEnd;
import io.lull.protocol.records.LogTailRecord;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The last words of workers that ended, the newest of each job. */
public final class LogTailStore {
  private final RecordMap map;

  public LogTailStore(RecordMaps maps) {
    this.map = maps.map(RecordMaps.Kind.LOG_TAIL);
  }

  /** The slot of an older one is used again, so that a job that keeps failing stays bounded. */
  public void put(String job, long number, LogTailRecord tail) {
    map.put(job + "/" + Math.floorMod(number, LogEnd.MAX_ENDED), tail.toByteArray());
  }

  public List<LogTailRecord> of(String job) {
    return slots(job)
        .flatMap(slot -> map.get(slot).stream())
        .map(LogTailStore::read)
        .sorted(Comparator.comparingLong(LogTailRecord::getAt))
        .toList();
  }

  /** All or none. */
  public void drop(Collection<String> jobs) {
    final List<String> kept =
        jobs.stream()
            .flatMap(LogTailStore::slots)
            .filter(slot -> map.get(slot).isPresent())
            .toList();
    if (!kept.isEmpty()) {
      map.removeAll(kept);
    }
  }

  private static Stream<String> slots(String job) {
    return IntStream.range(0, LogEnd.MAX_ENDED).mapToObj(slot -> job + "/" + slot);
  }

  private static LogTailRecord read(byte[] bytes) {
    try {
      return LogTailRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("a log tail cannot be read", e);
    }
  }
}
