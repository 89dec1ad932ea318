package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.FileRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Records of stored programs and inputs, by the hash of their content. */
public final class FileRecords {
  private final RecordMap map;

  public FileRecords(RecordMaps maps) {
    this.map = maps.map(RecordMaps.Kind.FILE);
  }

  public Map<String, FileRecord> all() {
    final Map<String, FileRecord> records = new HashMap<>();
    map.all().forEach((sha256, bytes) -> records.put(sha256, read(bytes)));
    return records;
  }

  /** All or none. */
  public void put(Map<String, FileRecord> records) {
    final Map<String, byte[]> contents = new HashMap<>();
    records.forEach((sha256, record) -> contents.put(sha256, record.toByteArray()));
    map.putAll(contents);
  }

  /** All or none. */
  public void remove(Collection<String> sha256s) {
    map.removeAll(sha256s);
  }

  private static FileRecord read(byte[] bytes) {
    try {
      return FileRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("the record of a file cannot be read", e);
    }
  }
}
