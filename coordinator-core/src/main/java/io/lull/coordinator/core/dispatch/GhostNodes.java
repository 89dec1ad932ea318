package io.lull.coordinator.core.dispatch;

import static java.util.stream.Collectors.toSet;

import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.scheduling.adapt.GhostRule;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** On which nodes that nobody has a worker is to wait without data, for which job. */
final class GhostNodes {
  private final SharingInputs sharing;

  /** Those on which one waits for another job. */
  private final Set<String> taken = new TreeSet<>();

  GhostNodes(SharingInputs sharing) {
    this.sharing = sharing;
  }

  /**
   * To be called for one job after the other.
   *
   * @param members the nodes that the job is to have
   * @param open nodes that no job is to have, that this one could, and whose owners allow ghosts
   */
  Set<String> of(Job job, Set<String> members, Collection<String> open) {
    final Set<String> idle = new TreeSet<>(open);
    idle.removeAll(taken);
    final Set<String> chosen = new TreeSet<>();
    if (!job.heldBy().isEmpty() || job.terms().isBag() || members.isEmpty()) {
      return chosen;
    }
    switch (job.phase()) {
      case Phase.Running running when !running.finishing() -> {
        job.awaitedGhosts().stream().filter(idle::contains).forEach(chosen::add);
        if (running.change().sinceMillis() == 0) {
          choose(job, members, idle, chosen);
        } else {
          keep(job, idle, chosen);
        }
      }
      case Phase.Changing _, Phase.Forming _, Phase.Relearning _ -> keep(job, idle, chosen);
      default -> {
        // A job that does not compute has no use for them.
      }
    }
    taken.addAll(chosen);
    return chosen;
  }

  private static void keep(Job job, Set<String> idle, Set<String> chosen) {
    job.placed().ghosts().stream().filter(idle::contains).forEach(chosen::add);
  }

  private void choose(Job job, Set<String> members, Set<String> idle, Set<String> chosen) {
    final Set<String> waiting =
        job.workers().values().stream()
            .filter(worker -> worker.state() == WorkerState.GHOST)
            .map(Worker::node)
            .filter(idle::contains)
            .collect(toSet());
    final int wanted =
        GhostRule.wanted(
            new GhostRule.Situation(
                members.stream().map(sharing::stay).toList(),
                JobSituation.of(job, members.size()).remainingMillis(),
                Limits.OWNER_WAITS_MILLIS),
            waiting.size(),
            JobSituation.costs(job, sharing.costs()));
    final List<String> best =
        idle.stream()
            .sorted(
                Comparator.comparing((String node) -> !waiting.contains(node))
                    .thenComparing(
                        Comparator.comparingDouble((String node) ->
                            -sharing.stay(node).survival(GhostRule.HORIZON_MILLIS))))
            .toList();
    for (final String node : best) {
      if (chosen.size() < wanted) {
        chosen.add(node);
      }
    }
  }
}
