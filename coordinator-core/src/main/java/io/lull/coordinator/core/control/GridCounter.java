package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts nodes, jobs and workers; what there is none of is counted as none. */
final class GridCounter {
  private GridCounter() {}

  static GridCounts counts(NodeTable nodes, JobTable jobs) {
    final Map<String, Integer> workers = new TreeMap<>();
    for (final WorkerState state : WorkerState.values()) {
      workers.put(label(state), 0);
    }
    final Set<String> occupied = new HashSet<>();
    for (final Job job : jobs.active()) {
      occupied.addAll(job.occupied());
      for (final Worker worker : job.workers().values()) {
        workers.merge(label(worker.state()), 1, Integer::sum);
      }
    }
    final Map<String, Integer> byState = new TreeMap<>();
    final Map<String, Integer> cores = new TreeMap<>();
    for (final NodeState state : NodeState.values()) {
      byState.put(state.wire(), 0);
      cores.put(state.wire(), 0);
    }
    int agents = 0;
    for (final LiveNode node : nodes.all()) {
      final String state = node.state(occupied.contains(node.name())).wire();
      byState.merge(state, 1, Integer::sum);
      cores.merge(state, node.record.getFacts().getCores(), Integer::sum);
      agents += node.session == null ? 0 : 1;
    }
    final Map<String, Integer> jobsByState = new TreeMap<>();
    for (final JobState state : JobState.values()) {
      jobsByState.put(state.wire(), jobs.count(state));
    }
    return new GridCounts(byState, cores, jobsByState, workers, agents);
  }

  private static String label(WorkerState state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
