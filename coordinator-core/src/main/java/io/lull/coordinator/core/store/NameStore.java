package io.lull.coordinator.core.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.model.Role;
import io.lull.protocol.records.NameRecord;
import io.lull.protocol.records.RenewedKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Enrolled names and the keys that they belong to. Users and administrators share one set of names.
 */
public final class NameStore {
  private final RecordMap map;

  public NameStore(RecordMaps maps) {
    this.map = maps.map(RecordMaps.Kind.NAME);
  }

  /** False when the name is taken. */
  public boolean take(Role role, String name, byte[] keySha256, long nowMillis) {
    return map.putIfAbsent(
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
    return map.get(id(role, name)).map(NameStore::read).filter(known -> is(role, known));
  }

  private static boolean is(Role role, NameRecord known) {
    return known.getRole().equals(role.wire());
  }

  /** Whether the key is one that the name was given to, at its enrolment or by a renewal. */
  public boolean has(Role role, String name, ByteString keySha256) {
    return find(role, name).stream().anyMatch(known -> keys(known).contains(keySha256));
  }

  /** All keys that this name was given to. */
  public static List<ByteString> keys(NameRecord known) {
    return Stream.concat(
            Stream.of(known.getKeySha256()),
            known.getRenewedList().stream().map(RenewedKey::getKeySha256))
        .toList();
  }

  /** False when the name is not any more what it was. */
  public boolean replace(Role role, String name, NameRecord known, NameRecord next) {
    return map.replace(id(role, name), known.toByteArray(), next.toByteArray());
  }

  /** From now on somebody else can have it. */
  public void free(Role role, String name) {
    map.remove(id(role, name));
  }

  public long countWith(Role role) {
    return map.all().values().stream().filter(bytes -> is(role, read(bytes))).count();
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
