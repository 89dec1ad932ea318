package io.lull.coordinator.core.store;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.records.NoticeRecord;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What is to be told of jobs and was not yet, and of what lasts that it was. {@code JobStore} puts
 * them there, together with the jobs that they are about.
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
