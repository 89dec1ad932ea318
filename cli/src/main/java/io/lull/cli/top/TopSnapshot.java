package io.lull.cli.top;

import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The grid at one time.
 *
 * @param atMillis epoch milliseconds
 * @param nodes those with a guest first, of these the changing ones; offline ones last
 * @param jobs that have not ended: running ones first, waiting ones last
 */
public record TopSnapshot(long atMillis, List<NodeView> nodes, List<JobView> jobs) {
  public TopSnapshot {
    nodes =
        nodes.stream()
            .sorted(
                Comparator.<NodeView>comparingInt(TopSnapshot::place)
                    .thenComparing(NodeView::getName))
            .toList();
    jobs = jobs.stream().sorted(Comparator.comparingInt(TopSnapshot::place)).toList();
  }

  /** What nodes have in cores. */
  public record Cores(int atWork, int free, int withOwners) {
    public int all() {
      return atWork + free + withOwners;
    }
  }

  /** A newer coordinator's state that is unknown here promises nothing. */
  static NodeState state(NodeView node) {
    try {
      return NodeState.of(node.getState());
    } catch (IllegalArgumentException e) {
      return NodeState.OWNER;
    }
  }

  static JobState state(JobView job) {
    try {
      return JobState.of(job.getState());
    } catch (IllegalArgumentException e) {
      return JobState.RUNNING;
    }
  }

  private static int place(NodeView node) {
    return place(state(node));
  }

  private static int place(NodeState state) {
    return switch (state) {
      case VACATING -> 0;
      case SUSPENDED -> 1;
      case CLAIMED -> 2;
      case RUNNING -> 3;
      case AVAILABLE -> 4;
      case OWNER -> 5;
      case DRAINED -> 6;
      case OFFLINE -> 7;
    };
  }

  private static int place(JobView job) {
    return place(state(job));
  }

  private static int place(JobState state) {
    return switch (state) {
      case STARTING, RUNNING, RECONFIGURING, RECOVERING -> 0;
      case SUSPENDED -> 1;
      case QUEUED -> 2;
      case FINISHED, FAILED, CANCELLED -> 3;
    };
  }

  /** The present states, in the order of the nodes. */
  public Map<NodeState, Integer> nodesByState() {
    return counted(nodes, TopSnapshot::state);
  }

  /** The present states, in the order of the jobs. */
  public Map<JobState, Integer> jobsByState() {
    return counted(jobs, TopSnapshot::state);
  }

  private static <S, T> Map<S, Integer> counted(List<T> ordered, Function<T, S> state) {
    final Map<S, Integer> counts = new LinkedHashMap<>();
    ordered.forEach(each -> counts.merge(state.apply(each), 1, Integer::sum));
    return counts;
  }

  /** Of nodes that are online. */
  public Cores cores() {
    int atWork = 0;
    int free = 0;
    int withOwners = 0;
    for (final NodeView node : nodes) {
      switch (state(node)) {
        case RUNNING, VACATING, SUSPENDED, CLAIMED -> atWork += node.getCores();
        case AVAILABLE -> free += node.getCores();
        case OWNER, DRAINED -> withOwners += node.getCores();
        case OFFLINE -> {}
      }
    }
    return new Cores(atWork, free, withOwners);
  }
}
