package io.lull.coordinator.core.job.recovery;

import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.PieceHolder;
import io.lull.protocol.wire.PieceLocation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Chooses the copy of each piece, and the worker that receives it. */
public final class PieceChoice {
  private PieceChoice() {}

  /**
   * @param generation null: none can be read at present
   * @param fetches what each worker is to get, by worker; those that get nothing are not in it
   * @param rebuilds not empty: what has to be made again first, and by which node, by rank
   * @param unreachable none can be read, but one could if nodes came back
   */
  public record Choice(
      Generations.@Nullable Committed generation,
      Map<String, List<Phase.Fetch>> fetches,
      Map<Integer, String> rebuilds,
      boolean unreachable) {}

  /** The newest generation of which every piece has a copy within reach, or can be made again. */
  public static Choice choose(WorkingCopy job, Phase.Forming forming, List<Worker> ready) {
    boolean unreachable = false;
    for (final Generations.Committed generation : job.generations().committed().reversed()) {
      final List<List<String>> copies =
          copies(generation, forming.spoiled(), job.generations().holders()::reachable);
      if (copies.stream().noneMatch(List::isEmpty)) {
        return new Choice(generation, assign(copies, ready), Map.of(), false);
      }
      final Optional<Map<Integer, String>> rebuilds =
          PieceRebuild.plan(job, forming, generation, copies, ready);
      if (rebuilds.isPresent()) {
        return new Choice(generation, Map.of(), rebuilds.get(), false);
      }
      unreachable |= lost(generation, forming, _ -> true).isEmpty();
    }
    return new Choice(null, Map.of(), Map.of(), unreachable);
  }

  private static List<List<String>> copies(
      Generations.Committed generation, Set<Phase.Copy> spoiled, Predicate<String> there) {
    final List<List<String>> copies = new ArrayList<>();
    for (int rank = 0; rank < generation.copies().size(); rank++) {
      final int r = rank;
      copies.add(
          generation.copies().get(rank).stream()
              .filter(node -> !spoiled.contains(new Phase.Copy(generation.number(), r, node)))
              .filter(there)
              .toList());
    }
    return copies;
  }

  /** The ranks whose pieces are neither where they can be read nor can be made again. */
  private static List<Integer> lost(
      Generations.Committed generation, Phase.Forming forming, Predicate<String> there) {
    final List<List<String>> copies = copies(generation, forming.spoiled(), there);
    final List<Integer> lost = new ArrayList<>();
    for (int rank = 0; rank < copies.size(); rank++) {
      if (copies.get(rank).isEmpty() && !PieceRebuild.possible(generation, rank, forming, there)) {
        lost.add(rank);
      }
    }
    return lost;
  }

  /** Why the job has to start again though it has checkpoints. */
  public static String lament(WorkingCopy job, Phase.Forming forming) {
    final String gone = gone(job, forming);
    return "no checkpoint could be read" + (gone.isEmpty() ? "" : ": " + gone);
  }

  /** What of the newest generation cannot be read; empty: nothing. */
  public static String gone(WorkingCopy job, Phase.Forming forming) {
    final Generations.Committed newest = job.generations().committed().getLast();
    final List<Integer> lost = lost(newest, forming, job.generations().holders()::reachable);
    return lost.isEmpty()
        ? ""
        : "of generation "
            + newest.number()
            + (lost.size() == 1 ? " the piece of rank " : " the pieces of ranks ")
            + lost.stream().map(String::valueOf).collect(Collectors.joining(", "))
            + (lost.size() == 1 ? " is lost" : " are lost");
  }

  /** To a worker whose node has the piece, and among several to the one that has fewest to read. */
  private static Map<String, List<Phase.Fetch>> assign(
      List<List<String>> copies, List<Worker> ready) {
    final Map<String, List<Phase.Fetch>> fetches = new TreeMap<>();
    final Map<String, Integer> loads = new HashMap<>();
    for (int rank = 0; rank < copies.size(); rank++) {
      final List<String> nodes = copies.get(rank);
      final Worker taker =
          ready.stream()
              .min(
                  Comparator.comparingInt((Worker w) -> nodes.contains(w.node()) ? 0 : 1)
                      .thenComparingInt(w -> loads.getOrDefault(w.id(), 0))
                      .thenComparingInt(w -> place(nodes, w.node())))
              .orElseThrow();
      final List<String> nearestFirst = new ArrayList<>(nodes);
      nearestFirst.sort(Comparator.comparingInt(node -> node.equals(taker.node()) ? 0 : 1));
      fetches
          .computeIfAbsent(taker.id(), id -> new ArrayList<>())
          .add(new Phase.Fetch(rank, nearestFirst));
      loads.merge(taker.id(), 1, Integer::sum);
    }
    return fetches;
  }

  private static int place(List<String> nodes, String node) {
    final int place = nodes.indexOf(node);
    return place < 0 ? nodes.size() : place;
  }

  public static List<PieceLocation> locations(WorkingCopy job, List<Phase.Fetch> fetches) {
    final Map<String, NodeAddress> addresses = job.generations().holders().addresses();
    return fetches.stream()
        .map(fetch ->
            PieceLocation.newBuilder()
                .setRank(fetch.rank())
                .addAllHolders(
                    fetch.nodes().stream().map(addresses::get).filter(Objects::nonNull).toList())
                .build())
        .toList();
  }

  public static List<PieceHolder> holders(Map<String, List<Phase.Fetch>> fetches) {
    final List<PieceHolder> holders = new ArrayList<>();
    fetches.forEach((worker, pieces) ->
        pieces.forEach(piece ->
            holders.add(PieceHolder.newBuilder().setRank(piece.rank()).setWorker(worker).build())));
    holders.sort(Comparator.comparingInt(PieceHolder::getRank));
    return holders;
  }
}
