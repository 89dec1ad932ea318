package io.lull.coordinator.core.store;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.codec.JobCodec;
import io.lull.protocol.records.NoticeRecord;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every job, those that have ended too until they are dropped. */
public final class JobStore {
  private final RecordMaps maps;
  private final RecordMap map;
  private final RecordMap counters;

  public JobStore(RecordMaps maps) {
    this.maps = maps;
    this.map = maps.map(RecordMaps.Kind.JOB);
    this.counters = maps.map(RecordMaps.Kind.COUNTER);
  }

  /** In the order of their submission. */
  public List<Job> all() {
    return map.all().values().stream()
        .map(JobStore::read)
        .sorted(Comparator.comparingLong(job -> job.terms().number()))
        .toList();
  }

  /** Of the last job that was accepted, also one that was dropped since; 0 for none. */
  public long lastNumber() {
    return Math.max(
        greatestDropped(), map.all().keySet().stream().mapToLong(JobStore::number).max().orElse(0));
  }

  /** The greatest number of those that were dropped; 0 for none. */
  public long greatestDropped() {
    return Counters.last(Counters.JOB, counters.get(Counters.JOB));
  }

  /**
   * All or none.
   *
   * @param notices the notices about them
   * @param nowMillis the time that their deadlines are by
   */
  public void put(Collection<Job> jobs, Collection<NoticeRecord> notices, long nowMillis) {
    final Map<String, byte[]> contents = new HashMap<>();
    jobs.forEach(job -> contents.put(job.id(), JobCodec.toBytes(job)));
    final Map<RecordMaps.Kind, Map<String, byte[]>> all = new EnumMap<>(RecordMaps.Kind.class);
    all.put(RecordMaps.Kind.JOB, contents);
    all.put(RecordMaps.Kind.COUNTER, Map.of(Counters.TIME, Counters.kept(nowMillis)));
    if (!notices.isEmpty()) {
      all.put(RecordMaps.Kind.NOTICE, NoticeStore.contents(notices));
    }
    maps.putAll(all);
  }

  /** The time of the last such call, in epoch milliseconds; 0 for none. */
  public long lastMillis() {
    return Counters.last(Counters.TIME, counters.get(Counters.TIME));
  }

  /** All or none; their numbers are used for no other job. */
  public void drop(Collection<String> jobs) {
    final long greatest = jobs.stream().mapToLong(JobStore::number).max().orElse(0);
    if (greatest > greatestDropped()) {
      // Before they are deleted: a coordinator that starts in between still knows the last number.
      counters.put(Counters.JOB, Counters.kept(greatest));
    }
    map.removeAll(jobs);
  }

  private static long number(String id) {
    return Long.parseLong(id.substring(1));
  }

  private static Job read(byte[] bytes) {
    try {
      return JobCodec.fromBytes(bytes);
    } catch (IllegalArgumentException e) {
      throw new StoreException("the record of a job cannot be read: " + e.getMessage(), e);
    }
  }
}
