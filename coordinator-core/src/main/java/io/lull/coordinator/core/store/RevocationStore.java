package io.lull.coordinator.core.store;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.RevocationRecord;
import java.util.Collection;
import java.util.HexFormat;

/** Revocations, by the hash of the revoked key. */
public final class RevocationStore {
  private final RecordMap map;

  public RevocationStore(RecordMaps maps) {
    this.map = maps.map(RecordMaps.Kind.REVOCATION);
  }

  public Collection<RevocationRecord> all() {
    return map.all().values().stream().map(RevocationStore::read).toList();
  }

  public void put(RevocationRecord revocation) {
    map.put(id(revocation.getKeySha256()), revocation.toByteArray());
  }

  public void remove(ByteString keySha256) {
    map.remove(id(keySha256));
  }

  private static String id(ByteString keySha256) {
    return HexFormat.of().formatHex(keySha256.toByteArray());
  }

  private static RevocationRecord read(byte[] bytes) {
    try {
      return RevocationRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("the record of a revocation cannot be read", e);
    }
  }
}
