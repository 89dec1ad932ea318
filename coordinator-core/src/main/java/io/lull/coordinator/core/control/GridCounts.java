package io.lull.coordinator.core.control;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of nodes, jobs and workers at one moment. Nothing is counted per name of a node, a job or
 * a user: there are few states, but any number of names.
 *
 * @param nodes by state
 * @param cores of nodes, by the nodes' state
 * @param jobs by state, those that have ended too
 * @param workers by state
 * @param agents nodes whose agent is connected
 */
public record GridCounts(
    Map<String, Integer> nodes,
    Map<String, Integer> cores,
    Map<String, Integer> jobs,
    Map<String, Integer> workers,
    int agents) {
  public static final GridCounts NONE = new GridCounts(Map.of(), Map.of(), Map.of(), Map.of(), 0);

  public GridCounts {
    nodes = Collections.unmodifiableMap(new TreeMap<>(nodes));
    cores = Collections.unmodifiableMap(new TreeMap<>(cores));
    jobs = Collections.unmodifiableMap(new TreeMap<>(jobs));
    workers = Collections.unmodifiableMap(new TreeMap<>(workers));
  }
}
