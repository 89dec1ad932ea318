package io.lull.coordinator.job;

import io.lull.coordinator.job.Generations.Committed;
import io.lull.coordinator.job.Phase.Copy;
import io.lull.coordinator.job.Phase.Forming;
import io.lull.coordinator.job.Phase.Gathering;
import io.lull.coordinator.job.Phase.Rebuild;
import io.lull.coordinator.job.Phase.Rebuilds;
import io.lull.protocol.wire.CodingProgress;
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
          possible(generation, rank, forming, draft.generations.holders()::reachable)
              ? ready.stream()
                  .map(Worker::node)
                  .filter(draft.generations.holders()::reachable)
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
  static boolean possible(
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

  static void begin(
      Draft draft, Forming forming, Committed generation, Map<Integer, String> makers) {
    final Rebuild rebuild =
        new Rebuild(generation.number(), makers, draft.now + Limits.CODING_MILLIS, false);
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

  /** One of those that were asked says how it ended; the others go on. */
  static void rebuilt(Draft draft, String node, PieceRebuilt said) {
    final int rank = said.getRank();
    if (!(draft.phase instanceof Forming forming)
        || !(forming.stage() instanceof Rebuild rebuild)
        || rebuild.generation() != said.getGeneration()
        || !node.equals(rebuild.awaited().get(rank))) {
      return;
    }
    final boolean made = said.getError().isEmpty();
    if (made) {
      draft.generations = draft.generations.found(said.getGeneration(), rank, node);
    } else {
      draft.ledger =
          draft.ledger.with(
              draft
                  .ledger
                  .faults()
                  .because("a piece of a checkpoint could not be rebuilt: " + said.getError()));
    }
    final Map<Integer, String> awaited = new HashMap<>(rebuild.awaited());
    awaited.remove(rank);
    final Copy maker = new Copy(rebuild.generation(), rank, node);
    draft.phase =
        new Forming(
            forming.purpose(),
            new Rebuild(
                rebuild.generation(),
                awaited,
                rebuild.deadlineMillis(),
                rebuild.failed() || !(made || said.getDamaged())),
            said.getDamaged() ? with(forming.spoiled(), maker) : forming.spoiled(),
            forming.attempts(),
            made || said.getDamaged() ? forming.rebuilds() : forming.rebuilds().with(maker));
  }

  private static Set<Copy> with(Set<Copy> spoiled, Copy another) {
    final Set<Copy> more = new HashSet<>(spoiled);
    more.add(another);
    return more;
  }

  /** The node makes a piece, however long it is. */
  static void getsOn(Draft draft, String node, CodingProgress said) {
    if (draft.phase instanceof Forming forming
        && forming.stage() instanceof Rebuild rebuild
        && rebuild.generation() == said.getGeneration()
        && node.equals(rebuild.awaited().get(said.getRank()))) {
      draft.phase =
          forming.at(
              new Rebuild(
                  rebuild.generation(),
                  rebuild.awaited(),
                  draft.now + Limits.CODING_MILLIS,
                  rebuild.failed()));
    }
  }

  static void advance(Draft draft, Forming forming, Rebuild rebuild) {
    if (rebuild.awaited().isEmpty() && !rebuild.failed()) {
      draft.phase = forming.at(new Gathering(draft.now, 0, true));
    } else if (rebuild.awaited().isEmpty()) {
      again(draft, forming, rebuild);
    } else if (!rebuild.awaited().values().stream()
        .allMatch(node ->
            draft.generations.holders().reachable(node) && draft.usableOn(node).isPresent())) {
      Formation.regather(draft, forming);
    } else if (draft.now >= rebuild.deadlineMillis()) {
      draft.ledger =
          draft.ledger.with(
              draft.ledger.faults().because("the rebuilding of a checkpoint does not get on"));
      again(draft, forming, rebuild);
    }
  }

  /** After a pause, and where there are others by others. */
  private static void again(Draft draft, Forming forming, Rebuild rebuild) {
    Rebuilds rebuilds = forming.rebuilds().failed(rebuild.generation());
    for (final Map.Entry<Integer, String> late : rebuild.awaited().entrySet()) {
      rebuilds = rebuilds.with(new Copy(rebuild.generation(), late.getKey(), late.getValue()));
    }
    final long pause = Limits.backOff(rebuilds.failures(rebuild.generation()));
    draft.phase =
        new Forming(
            forming.purpose(),
            new Gathering(draft.now, draft.now + pause, true),
            forming.spoiled(),
            forming.attempts(),
            rebuilds);
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
