package io.lull.cli.local;

import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's view at one time.
 *
 * @param job none before it is submitted
 */
public record GridSnapshot(List<NodeView> nodes, @Nullable JobView job) {
  public static final GridSnapshot NOTHING = new GridSnapshot(List.of(), null);

  public GridSnapshot {
    nodes = List.copyOf(nodes);
  }

  public long nodesIn(String state) {
    return nodes.stream().filter(node -> node.getState().equals(state)).count();
  }

  public String stateOf(String name) {
    return nodes.stream()
        .filter(node -> node.getName().equals(name))
        .map(NodeView::getState)
        .findFirst()
        .orElse("");
  }

  public boolean jobIs(JobState state) {
    return job != null && job.getState().equals(state.wire());
  }

  public boolean jobEnded() {
    return job != null && JobState.of(job.getState()).ended();
  }

  /** The nodes that compute in the present epoch. */
  public int workers() {
    return job == null || !jobIs(JobState.RUNNING)
        ? 0
        : (int) job.getWorkersList().stream().filter(worker -> worker.getRank() >= 0).count();
  }

  public long iteration() {
    return job == null ? 0 : job.getIteration();
  }

  public long generation() {
    return job == null ? 0 : job.getCheckpoints().getLastGeneration();
  }

  /** Identifies an event, whose figures grow until it is complete. */
  public record EventKey(String kind, long epoch) {
    public static EventKey of(EventView event) {
      return new EventKey(event.getKind(), event.getEpoch());
    }
  }

  /** Completed changes of configuration, without checkpoints. */
  public List<EventView> changes() {
    return job == null
        ? List.of()
        : job.getEventsList().stream().filter(event -> CHANGES.contains(event.getKind())).toList();
  }

  private static final List<String> CHANGES =
      List.of("grow", "shrink", "migrate", "rebalance", "recover", "suspend", "resume");
}
