package io.lull.coordinator.core.job.recovery;

import io.lull.coordinator.core.job.Generations.Committed;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Copy;
import io.lull.coordinator.core.job.Phase.Forming;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.step.WorkingCopy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Chooses the node that rebuilds each lost piece from the rest of its code group. */
public final class PieceRebuild {
  private PieceRebuild() {}

  /**
   * Who makes which piece again.
   *
   * @param copies within reach, by rank
   * @return by rank, where none is within reach; empty: too many machines are lost
   */
  public static Optional<Map<Integer, String>> plan(
      WorkingCopy job,
      Forming forming,
      Committed generation,
      List<List<String>> copies,
      List<Worker> ready) {
    final Map<Integer, String> makers = new TreeMap<>();
    final Map<String, Integer> loads = new HashMap<>();
    copies.forEach(nodes -> nodes.forEach(node -> loads.merge(node, 1, Integer::sum)));
    for (int rank = 0; rank < copies.size(); rank++) {
      if (!copies.get(rank).isEmpty()) {
        continue;
      }
      final int lost = rank;
      final Optional<String> maker =
          possible(generation, rank, forming, job.generations().holders()::reachable)
              ? ready.stream()
                  .map(Worker::node)
                  .filter(job.generations().holders()::reachable)
                  .filter(node ->
                      !forming.spoiled().contains(new Copy(generation.number(), lost, node)))
                  .min(
                      Comparator.comparing((String node) ->
                              forming
                                  .rebuilds()
                                  .unable()
                                  .contains(new Copy(generation.number(), lost, node)))
                          .thenComparingInt(node -> loads.getOrDefault(node, 0)))
              : Optional.empty();
      if (maker.isEmpty()) {
        return Optional.empty();
      }
      makers.put(rank, maker.get());
      loads.merge(maker.get(), 1, Integer::sum);
    }
    return Optional.of(makers);
  }

  /** Whether enough of the others of its group are there, and it did not fail too often. */
  public static boolean possible(
      Committed generation, int rank, Forming forming, Predicate<String> there) {
    final long failures =
        forming.spoiled().stream()
            .filter(copy -> copy.generation() == generation.number() && copy.rank() == rank)
            .count();
    return failures < Limits.REBUILD_TRIES
        && forming.rebuilds().failures(generation.number()) <= Limits.REBUILD_RETRIES
        && generation.groups().stream()
            .filter(group -> group.ranks().contains(rank))
            .anyMatch(group ->
                group.ranks().stream()
                        .filter(other -> other != rank)
                        .map(other -> generation.layout().getMembers(other).getNode())
                        .filter(there)
                        .count()
                    >= group.needed());
  }

  /** For people: the ranks of a generation whose pieces were made again; empty for none. */
  public static List<Integer> ranks(Committed generation) {
    final List<Integer> ranks = new ArrayList<>();
    for (int rank = 0; rank < generation.copies().size(); rank++) {
      if (!generation.groups().isEmpty() && generation.copies().get(rank).size() > 1) {
        ranks.add(rank);
      }
    }
    return ranks;
  }
}
