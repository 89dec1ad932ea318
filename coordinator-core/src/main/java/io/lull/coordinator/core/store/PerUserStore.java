package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.lull.protocol.records.PriorityRecord;
import io.lull.protocol.records.UserLimitRecord;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What applies to single users, and to everybody else. Any thread.
 *
 * @param <R> its record
 */
public final class PerUserStore<R extends MessageLite> {
  private static final String EVERYBODY = "everybody";
  private static final String USER = "user/";

  private final RecordMap map;
  private final Parser<R> parser;

  private PerUserStore(RecordMap map, Parser<R> parser) {
    this.map = map;
    this.parser = parser;
  }

  /** The greatest priorities that users may ask for. */
  public static PerUserStore<PriorityRecord> priorities(RecordMaps maps) {
    return new PerUserStore<>(maps.map(RecordMaps.Kind.PRIORITY), PriorityRecord.parser());
  }

  /** What users may have at a time. */
  public static PerUserStore<UserLimitRecord> limits(RecordMaps maps) {
    return new PerUserStore<>(maps.map(RecordMaps.Kind.USER_LIMIT), UserLimitRecord.parser());
  }

  public Optional<R> everybody() {
    return map.get(EVERYBODY).map(this::read);
  }

  public Optional<R> user(String name) {
    return map.get(USER + name).map(this::read);
  }

  /** By their names. */
  public Map<String, R> users() {
    final Map<String, R> users = new TreeMap<>();
    map.all()
        .forEach((id, bytes) -> {
          if (id.startsWith(USER)) {
            users.put(id.substring(USER.length()), read(bytes));
          }
        });
    return users;
  }

  public void putEverybody(R record) {
    map.put(EVERYBODY, record.toByteArray());
  }

  public void putUser(String name, R record) {
    map.put(USER + name, record.toByteArray());
  }

  public void removeEverybody() {
    map.remove(EVERYBODY);
  }

  public void removeUser(String name) {
    map.remove(USER + name);
  }

  private R read(byte[] bytes) {
    try {
      return parser.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("a record of what a user may have cannot be read", e);
    }
  }
}
