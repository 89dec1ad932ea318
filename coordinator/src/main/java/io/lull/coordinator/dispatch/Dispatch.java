package io.lull.coordinator.dispatch;

import io.lull.coordinator.job.Job;
import io.lull.coordinator.job.JobEvent;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Shares the nodes out among the jobs. */
public final class Dispatch {

  /**
   * @param placed what to tell which job: only those for whom something changed
   * @param claims which job each node is promised to, by node; a node that is not in it is free
   */
  public record Outcome(Map<String, JobEvent.Placed> placed, Map<String, String> claims) {
    public Outcome {
      placed = Collections.unmodifiableMap(new TreeMap<>(placed));
      claims = Collections.unmodifiableMap(new TreeMap<>(claims));
    }
  }

  private Dispatch() {}

  /**
   * To be called after each batch of events. The events of the outcome are to be given to the jobs
   * before the next call.
   *
   * @param jobs those that have ended too, as long as they have workers
   */
  public static Outcome plan(Collection<NodeEntry> nodes, Collection<Job> jobs, long nowMillis) {
    return new Outcome(Map.of(), Map.of());
  }
}
