package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.AccountRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Each user's use of the grid by month. */
public final class AccountStore {
  private final RecordMap map;

  public AccountStore(RecordMaps maps) {
    this.map = maps.map(RecordMaps.Kind.ACCOUNT);
  }

  /** In no order. */
  public List<AccountRecord> all() {
    final List<AccountRecord> records = new ArrayList<>();
    map.all()
        .forEach((id, bytes) -> {
          try {
            records.add(AccountRecord.parseFrom(bytes));
          } catch (InvalidProtocolBufferException e) {
            throw new StoreException("the account " + id + " cannot be read", e);
          }
        });
    return records;
  }

  public void put(Collection<AccountRecord> records) {
    if (!records.isEmpty()) {
      final Map<String, byte[]> contents =
          records.stream().collect(Collectors.toMap(AccountStore::id, AccountRecord::toByteArray));
      map.putAll(contents);
    }
  }

  public void remove(Collection<AccountRecord> records) {
    if (!records.isEmpty()) {
      map.removeAll(records.stream().map(AccountStore::id).toList());
    }
  }

  private static String id(AccountRecord record) {
    return record.getMonth() + " " + record.getUser();
  }
}
