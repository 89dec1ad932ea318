package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.UsageRecord;
import java.util.HashMap;
import java.util.Map;

/** Each user's recent use of the grid. */
public final class UsageStore {
  private final RecordMap map;

  public UsageStore(RecordMaps maps) {
    this.map = maps.map(RecordMaps.Kind.USAGE);
  }

  public Map<String, UsageRecord> all() {
    final Map<String, UsageRecord> records = new HashMap<>();
    map.all()
        .forEach((user, bytes) -> {
          try {
            records.put(user, UsageRecord.parseFrom(bytes));
          } catch (InvalidProtocolBufferException e) {
            throw new StoreException("the usage of " + user + " cannot be read", e);
          }
        });
    return records;
  }

  public void put(String user, UsageRecord record) {
    map.put(user, record.toByteArray());
  }

  public void remove(String user) {
    map.remove(user);
  }
}
