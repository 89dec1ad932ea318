package io.lull.coordinator.core.store;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.codec.JobCodec;
import io.lull.protocol.records.NoticeRecord;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every job, those that have ended too until they are dropped. */
public final class JobStore {
  private final Shelves shelves;
  private final Shelf shelf;
  private final Shelf counters;

  public JobStore(Shelves shelves) {
    this.shelves = shelves;
    this.shelf = shelves.shelf(Shelves.Kind.JOB);
    this.counters = shelves.shelf(Shelves.Kind.COUNTER);
  }

  /** In the order of their submission. */
  public List<Job> all() {
    return shelf.all().values().stream()
        .map(JobStore::read)
        .sorted(Comparator.comparingLong(job -> job.terms().number()))
        .toList();
  }

  /** Of the last job that was accepted, also one that was dropped since; 0 for none. */
  public long lastNumber() {
    return Math.max(
        greatestDropped(),
        shelf.all().keySet().stream().mapToLong(JobStore::number).max().orElse(0));
  }

  /** The greatest number of those that were dropped; 0 for none. */
  public long greatestDropped() {
    return Counters.last(Counters.JOB, counters.get(Counters.JOB));
  }

  /**
   * All or none.
   *
   * @param notices what is to be told of them
   */
  public void put(Collection<Job> jobs, Collection<NoticeRecord> notices) {
    final Map<String, byte[]> contents = new HashMap<>();
    jobs.forEach(job -> contents.put(job.id(), JobCodec.toBytes(job)));
    if (notices.isEmpty()) {
      shelf.putAll(contents);
    } else {
      shelves.putAll(
          Map.of(Shelves.Kind.JOB, contents, Shelves.Kind.NOTICE, NoticeStore.contents(notices)));
    }
  }

  /** All or none; their numbers are used for no other job. */
  public void drop(Collection<String> jobs) {
    final long greatest = jobs.stream().mapToLong(JobStore::number).max().orElse(0);
    if (greatest > greatestDropped()) {
      // Before they are gone: whoever starts in between has not lost the last number.
      counters.put(Counters.JOB, Counters.kept(greatest));
    }
    shelf.removeAll(jobs);
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
