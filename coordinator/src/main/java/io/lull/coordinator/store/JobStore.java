package io.lull.coordinator.store;

import io.lull.coordinator.job.Job;
import io.lull.coordinator.job.JobCodec;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every job, those that have ended too. */
public final class JobStore {
  private final Shelf shelf;

  public JobStore(Shelves shelves) {
    this.shelf = shelves.shelf(Shelves.Kind.JOB);
  }

  /** In the order of their submission. */
  public List<Job> all() {
    return shelf.all().values().stream()
        .map(JobStore::read)
        .sorted(Comparator.comparingLong(job -> job.terms().number()))
        .toList();
  }

  /** Of the last job that was accepted; 0 for none. */
  public long lastNumber() {
    return shelf.all().keySet().stream()
        .mapToLong(id -> Long.parseLong(id.substring(1)))
        .max()
        .orElse(0);
  }

  /** All or none. */
  public void put(Collection<Job> jobs) {
    final Map<String, byte[]> contents = new HashMap<>();
    jobs.forEach(job -> contents.put(job.id(), JobCodec.toBytes(job)));
    shelf.putAll(contents);
  }

  private static Job read(byte[] bytes) {
    try {
      return JobCodec.fromBytes(bytes);
    } catch (IllegalArgumentException e) {
      throw new StoreException("the record of a job cannot be read: " + e.getMessage(), e);
    }
  }
}
