package io.lull.coordinator.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.model.Role;
import io.lull.protocol.records.NameRecord;
import java.util.Optional;

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
    return countWith(role) > 0;
  }

  public Optional<NameRecord> find(Role role, String name) {
    return shelf.get(id(role, name)).map(NameStore::read).filter(known -> is(role, known));
  }

  private static boolean is(Role role, NameRecord known) {
    return known.getRole().equals(role.wire());
  }

  /** From now on somebody else can have it. */
  public void free(Role role, String name) {
    shelf.remove(id(role, name));
  }

  public long countWith(Role role) {
    return shelf.all().values().stream().filter(bytes -> is(role, read(bytes))).count();
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
