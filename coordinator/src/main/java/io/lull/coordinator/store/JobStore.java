package io.lull.coordinator.store;

import io.lull.coordinator.job.Job;
import io.lull.coordinator.job.JobCodec;
import java.util.Comparator;
import java.util.List;

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

  public void put(Job job) {
    shelf.put(job.id(), JobCodec.toBytes(job));
  }

  private static Job read(byte[] bytes) {
    try {
      return JobCodec.fromBytes(bytes);
    } catch (IllegalArgumentException e) {
      throw new StoreException("the record of a job cannot be read: " + e.getMessage(), e);
    }
  }
}
