package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.PriorityRecord;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The priority limits per user, and for all users. */
public final class PriorityStore {
  private static final String EVERYBODY = "everybody";
  private static final String USER = "user/";

  private final RecordMap map;

  public PriorityStore(RecordMaps maps) {
    this.map = maps.map(RecordMaps.Kind.PRIORITY);
  }

  public Optional<PriorityRecord> everybody() {
    return map.get(EVERYBODY).map(PriorityStore::read);
  }

  public Optional<PriorityRecord> user(String name) {
    return map.get(USER + name).map(PriorityStore::read);
  }

  /** By their names. */
  public Map<String, PriorityRecord> users() {
    final Map<String, PriorityRecord> users = new TreeMap<>();
    map.all()
        .forEach((id, bytes) -> {
          if (id.startsWith(USER)) {
            users.put(id.substring(USER.length()), read(bytes));
          }
        });
    return users;
  }

  public void putEverybody(PriorityRecord record) {
    map.put(EVERYBODY, record.toByteArray());
  }

  public void putUser(String name, PriorityRecord record) {
    map.put(USER + name, record.toByteArray());
  }

  public void removeEverybody() {
    map.remove(EVERYBODY);
  }

  public void removeUser(String name) {
    map.remove(USER + name);
  }

  private static PriorityRecord read(byte[] bytes) {
    try {
      return PriorityRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("the record of a priority cannot be read", e);
    }
  }
}
