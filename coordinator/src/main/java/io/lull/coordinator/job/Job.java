package io.lull.coordinator.job;

import io.lull.protocol.model.JobState;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One parallel run, with all that has to survive the coordinator. */
public record Job(JobTerms terms, Phase phase, Map<String, Worker> workers) {

  /** A job that was just accepted. */
  public static Job submitted(JobTerms terms) {
    return new Job(terms, new Phase.Queued(), Map.of());
  }

  public String id() {
    return terms.id();
  }

  public JobState state() {
    return JobState.QUEUED;
  }

  /**
   * The workers whose processes are to live on: all others of this job on the node are to be ended.
   */
  public Set<String> wantedWorkers(String node) {
    return new TreeSet<>();
  }

  /** Nodes that have a process of this job, one that is about to end too; worker by node. */
  public Map<String, String> occupied() {
    return new TreeMap<>();
  }

  /** The rank of the worker on the node; -1 for none. */
  public int rankOn(String node) {
    return -1;
  }

  /** Why an operator's or user's wish cannot be followed, in one line; empty when it can. */
  public String refusal(JobEvent wish) {
    return "";
  }
}
