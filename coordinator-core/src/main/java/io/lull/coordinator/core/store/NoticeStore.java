package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.NoticeRecord;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Notices that are still to be sent, and for lasting conditions that they were sent. {@code
 * JobStore} stores them together with their jobs.
 */
public final class NoticeStore {
  private final RecordMap map;

  public NoticeStore(RecordMaps maps) {
    this.map = maps.map(RecordMaps.Kind.NOTICE);
  }

  public Collection<NoticeRecord> all() {
    return map.all().values().stream().map(NoticeStore::read).toList();
  }

  /** It was told, and is kept, unless it was removed meanwhile. */
  public void told(NoticeRecord notice) {
    map.replace(
        id(notice), notice.toByteArray(), notice.toBuilder().setTold(true).build().toByteArray());
  }

  public void remove(NoticeRecord notice) {
    remove(notice.getJob(), notice.getEvent());
  }

  public void remove(String job, String event) {
    map.remove(id(job, event));
  }

  static Map<String, byte[]> contents(Collection<NoticeRecord> notices) {
    return notices.stream().collect(Collectors.toMap(NoticeStore::id, NoticeRecord::toByteArray));
  }

  private static String id(NoticeRecord notice) {
    return id(notice.getJob(), notice.getEvent());
  }

  private static String id(String job, String event) {
    return job + "/" + event;
  }

  private static NoticeRecord read(byte[] bytes) {
    try {
      return NoticeRecord.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException("the record of a notice cannot be read", e);
    }
  }
}
