package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.UsageRecord;
import java.util.HashMap;
import java.util.Map;

/** What each user has had of the grid lately. */
public final class UsageStore {
  private final Shelf shelf;

  public UsageStore(Shelves shelves) {
    this.shelf = shelves.shelf(Shelves.Kind.USAGE);
  }

  public Map<String, UsageRecord> all() {
    final Map<String, UsageRecord> records = new HashMap<>();
    shelf
        .all()
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
    shelf.put(user, record.toByteArray());
  }

  public void remove(String user) {
    shelf.remove(user);
  }
}
