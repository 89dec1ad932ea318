package io.lull.coordinator.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.model.Role;
import io.lull.protocol.records.NameRecord;

/** Which names are given, and to which keys. Users and administrators share one set of names. */
public final class NameStore {
  private final Shelf shelf;

  public NameStore(Shelves shelves) {
    this.shelf = shelves.shelf(Shelves.Kind.NAME);
  }

  /** False when the name is taken. */
  public boolean take(Role role, String name, byte[] keySha256, long nowMillis) {
    return shelf.putIfAbsent(
        id(role, name),
        NameRecord.newBuilder()
            .setRole(role.wire())
            .setKeySha256(ByteString.copyFrom(keySha256))
            .setEnrolledAt(nowMillis)
            .build()
            .toByteArray());
  }

  public boolean anyWith(Role role) {
    return shelf.all().values().stream()
        .anyMatch(bytes -> read(bytes).getRole().equals(role.wire()));
  }

  private static String id(Role role, String name) {
    return (role == Role.NODE ? "node/" : "person/") + name;
  }

  private static NameRecord read(byte[] bytes) {
    try {
      return NameRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("the record of a name cannot be read", e);
    }
  }
}
