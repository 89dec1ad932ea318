package io.lull.coordinator.job;

import io.lull.coordinator.job.Generations.Committed;
import io.lull.coordinator.job.Phase.Copy;
import io.lull.coordinator.job.Phase.Forming;
import io.lull.coordinator.job.Phase.Gathering;
import io.lull.coordinator.job.Phase.Rebuild;
import io.lull.protocol.wire.PieceRebuilt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Has pieces that were lost with their machines made anew from what the others of a group hold. */
final class Rebuilding {
  private Rebuilding() {}

  /**
   * Who makes which piece anew.
   *
   * @param copies within reach, by rank
   * @return by rank, where none is within reach; empty: too many machines are lost
   */
  static Optional<Map<Integer, String>> plan(
      Draft draft,
      Committed generation,
      List<List<String>> copies,
      Set<Copy> spoiled,
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
          possible(generation, rank, spoiled, draft.generations.holders()::reachable)
              ? ready.stream()
                  .map(Worker::node)
                  .filter(draft.generations.holders()::reachable)
                  .filter(node -> !spoiled.contains(new Copy(generation.number(), lost, node)))
                  .min(Comparator.comparingInt(node -> loads.getOrDefault(node, 0)))
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
  static boolean possible(
      Committed generation, int rank, Set<Copy> spoiled, Predicate<String> there) {
    final long failures =
        spoiled.stream()
            .filter(copy -> copy.generation() == generation.number() && copy.rank() == rank)
            .count();
    return failures < Limits.REBUILD_TRIES
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

  static void begin(
      Draft draft, Forming forming, Committed generation, Map<Integer, String> makers) {
    final Rebuild rebuild =
        new Rebuild(generation.number(), makers, draft.now + Limits.REBUILD_MILLIS);
    draft.phase = forming.at(rebuild);
    makers.values().stream().distinct().forEach(node -> resend(draft, rebuild, node));
  }

  /** What the node is to make. */
  static void resend(Draft draft, Rebuild rebuild, String node) {
    draft
        .generations
        .find(rebuild.generation())
        .ifPresent(generation ->
            rebuild
                .awaited()
                .forEach((rank, maker) -> {
                  if (maker.equals(node)) {
                    generation.groups().stream()
                        .filter(group -> group.ranks().contains(rank))
                        .forEach(group ->
                            draft.order(
                                node,
                                Orders.rebuild(
                                    draft.terms,
                                    generation.number(),
                                    rank,
                                    Coding.survivors(draft, generation, group))));
                  }
                }));
  }

  static void rebuilt(Draft draft, String node, PieceRebuilt said) {
    final int rank = said.getRank();
    if (said.getError().isEmpty()) {
      draft.generations = draft.generations.found(said.getGeneration(), rank, node);
    }
    if (!(draft.phase instanceof Forming forming)
        || !(forming.stage() instanceof Rebuild rebuild)
        || rebuild.generation() != said.getGeneration()
        || !node.equals(rebuild.awaited().get(rank))) {
      return;
    }
    if (said.getError().isEmpty()) {
      final Map<Integer, String> awaited = new HashMap<>(rebuild.awaited());
      awaited.remove(rank);
      draft.phase =
          forming.at(new Rebuild(rebuild.generation(), awaited, rebuild.deadlineMillis()));
    } else {
      Formation.again(
          draft,
          forming,
          with(forming, rebuild, Map.of(rank, node)),
          "a piece of a checkpoint could not be rebuilt: " + said.getError());
    }
  }

  static void advance(Draft draft, Forming forming, Rebuild rebuild) {
    if (rebuild.awaited().isEmpty()) {
      draft.phase = forming.at(new Gathering(draft.now, 0, true));
    } else if (!rebuild.awaited().values().stream()
        .allMatch(node ->
            draft.generations.holders().reachable(node) && draft.usableOn(node).isPresent())) {
      Formation.regather(draft, forming);
    } else if (draft.now >= rebuild.deadlineMillis()) {
      Formation.again(
          draft,
          forming,
          with(forming, rebuild, rebuild.awaited()),
          "pieces of a checkpoint were not rebuilt in time");
    }
  }

  private static Set<Copy> with(Forming forming, Rebuild rebuild, Map<Integer, String> failed) {
    final Set<Copy> spoiled = new HashSet<>(forming.spoiled());
    failed.forEach((rank, node) -> spoiled.add(new Copy(rebuild.generation(), rank, node)));
    return spoiled;
  }

  /** For people: the ranks of a generation whose pieces were made anew; empty for none. */
  static List<Integer> ranks(Committed generation) {
    final List<Integer> ranks = new ArrayList<>();
    for (int rank = 0; rank < generation.copies().size(); rank++) {
      if (!generation.groups().isEmpty() && generation.copies().get(rank).size() > 1) {
        ranks.add(rank);
      }
    }
    return ranks;
  }
}
