package io.lull.coordinator.core.job;

import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.NodeAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The job's checkpoints.
 *
 * @param committed the newest last
 * @param pending the one that is being taken
 */
public record Generations(
    List<Committed> committed, @Nullable Pending pending, Rhythm rhythm, Holders holders) {
  public static final Generations NONE =
      new Generations(
          List.of(), null, new Rhythm(0, 0, 0, 0, 0, 0), new Holders(Map.of(), Set.of(), 0));

  public Generations {
    committed = List.copyOf(committed);
  }

  /**
   * A complete checkpoint.
   *
   * @param layout of the epoch that captured it: the place is the rank of the piece
   * @param copies the nodes that have each rank's piece, by rank
   * @param groups of the ranks that are coded together; none: pieces have second copies instead
   */
  public record Committed(
      long number,
      Layout layout,
      long safePoint,
      long iteration,
      long bytes,
      List<List<String>> copies,
      List<CodeGroup> groups) {
    public Committed {
      copies = copies.stream().map(List::copyOf).toList();
      groups = List.copyOf(groups);
    }

    /** The node has the rank's piece, too. */
    public Committed found(int rank, String node) {
      final List<List<String>> all = new ArrayList<>(copies);
      if (rank >= 0 && rank < all.size() && !all.get(rank).contains(node)) {
        all.set(rank, Stream.concat(all.get(rank).stream(), Stream.of(node)).toList());
      }
      return new Committed(number, layout, safePoint, iteration, bytes, all, groups);
    }
  }

  /**
   * A checkpoint that is captured but not yet in safe keeping.
   *
   * @param captured by worker
   * @param kept by rank
   * @param groups of the ranks that are coded together; none: pieces have second copies instead
   */
  public record Pending(
      long number,
      Layout layout,
      Aim aim,
      Times times,
      Map<String, Captured> captured,
      Map<Integer, Kept> kept,
      List<CodeGroup> groups) {
    public Pending {
      captured = Collections.unmodifiableMap(new TreeMap<>(captured));
      kept = Collections.unmodifiableMap(new TreeMap<>(kept));
      groups = List.copyOf(groups);
    }

    /**
     * @param hold the workers do not compute on: the job is to be suspended
     * @param canGoBack all of them can go back to the safe point before this one
     * @param keepSafePoints whether those after this one are kept; the same for all workers
     */
    public record Aim(long safePoint, boolean hold, boolean canGoBack, boolean keepSafePoints) {}

    /**
     * @param proposedMillis when the workers were asked for a safe point
     * @param orderedMillis when they were told to capture
     */
    public record Times(long proposedMillis, long orderedMillis, long deadlineMillis) {}

    /** Whether there is a piece of this rank. */
    public boolean has(int rank) {
      return rank >= 0 && rank < layout.getMembersCount();
    }

    public boolean allCaptured() {
      return layout.getMembersList().stream().allMatch(m -> captured.containsKey(m.getWorker()));
    }

    public long safePoint() {
      return aim.safePoint();
    }

    public boolean hold() {
      return aim.hold();
    }

    /** Whether nobody is known to have come to its safe point. */
    public boolean waits() {
      return captured.isEmpty();
    }

    /** Whether every piece is at least on its own machine's disk. */
    public boolean everyPieceKept() {
      return kept.size() == layout.getMembersCount()
          && kept.values().stream().noneMatch(where -> where.nodes().isEmpty());
    }

    /** As safely as the job asked for. */
    public boolean allKept() {
      return kept.size() == layout.getMembersCount()
          && groups.stream().flatMap(group -> group.ranks().stream()).allMatch(this::coded);
    }

    /** Whether every piece of the group is on its machine's disk. */
    public boolean readyToCode(CodeGroup group) {
      return group.ranks().stream()
          .allMatch(rank -> kept.containsKey(rank) && !kept.get(rank).nodes().isEmpty());
    }

    /** Whether the rank's machine has its parities. */
    public boolean coded(int rank) {
      return parityBytes(rank) > 0;
    }

    public long parityBytes(int rank) {
      return kept.containsKey(rank) ? kept.get(rank).parityBytes() : 0;
    }

    public Pending with(String worker, Captured said) {
      final Map<String, Captured> all = new HashMap<>(captured);
      all.put(worker, said);
      return new Pending(number, layout, aim, times, all, kept, groups);
    }

    public Pending with(int rank, Kept where) {
      final Map<Integer, Kept> all = new HashMap<>(kept);
      all.put(rank, where);
      return new Pending(number, layout, aim, times, captured, all, groups);
    }

    /**
     * With the groups only that have all their parities.
     *
     * @param why others have none
     */
    public Pending asCoded(String why) {
      final List<CodeGroup> complete =
          groups.stream().filter(g -> g.ranks().stream().allMatch(this::coded)).toList();
      final Map<Integer, Kept> all = new HashMap<>(kept);
      all.replaceAll((rank, where) ->
          complete.stream().anyMatch(g -> g.ranks().contains(rank))
              ? where
              : new Kept(where.nodes(), where.bytes(), why, where.parityBytes()));
      return new Pending(number, layout, aim, times, captured, all, complete);
    }

    public Pending until(long deadlineMillis) {
      return new Pending(
          number,
          layout,
          aim,
          new Times(times.proposedMillis(), times.orderedMillis(), deadlineMillis),
          captured,
          kept,
          groups);
    }
  }

  /**
   * Where a rank's piece is kept.
   *
   * @param nodes empty: nowhere
   * @param why not empty: there are fewer copies than asked for, or no parities, and why
   * @param parityBytes of the parities that its machine keeps; 0: it has none
   */
  public record Kept(List<String> nodes, long bytes, String why, long parityBytes) {
    public Kept {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * When the next one is due, and what the last one took.
   *
   * @param nextMillis 0: not before the job computes
   * @param lastMillis when the last one was committed
   * @param processorMillis that one took of the worker that it took the most of, after its capture;
   *     0: not known
   */
  public record Rhythm(
      long nextMillis,
      long count,
      long lastMillis,
      double captureMillis,
      double durableMillis,
      double processorMillis) {
    public Rhythm next(long millis) {
      return new Rhythm(millis, count, lastMillis, captureMillis, durableMillis, processorMillis);
    }
  }

  /**
   * The nodes that pieces may lie on.
   *
   * @param addresses of the agents, by node
   * @param lost those that do not answer at present
   * @param lostMillis since when the last of those with pieces does not
   */
  public record Holders(Map<String, NodeAddress> addresses, Set<String> lost, long lostMillis) {
    public Holders {
      addresses = Map.copyOf(addresses);
      lost = Set.copyOf(lost);
    }

    public Holders with(Stream<PlacedNode> nodes) {
      final Map<String, NodeAddress> all = new LinkedHashMap<>(addresses);
      final Set<String> away = new HashSet<>(lost);
      nodes.forEach(node -> {
        all.put(node.name(), node.address());
        away.remove(node.name());
      });
      return new Holders(all, away, lostMillis);
    }

    public Holders without(String node, long sinceMillis) {
      final Set<String> away = new HashSet<>(lost);
      away.add(node);
      return new Holders(addresses, away, sinceMillis);
    }

    public boolean reachable(String node) {
      return addresses.containsKey(node) && !lost.contains(node);
    }
  }

  /** The number of the newest that is complete; 0: none is. */
  public long newest() {
    return committed.isEmpty() ? 0 : committed.getLast().number();
  }

  public Optional<Committed> find(long number) {
    return committed.stream().filter(generation -> generation.number() == number).findFirst();
  }

  /** The node has the piece, too. */
  public Generations found(long number, int rank, String node) {
    return new Generations(
        committed.stream().map(g -> g.number() == number ? g.found(rank, node) : g).toList(),
        pending,
        rhythm,
        holders);
  }

  /** The node does not answer any more. */
  public Generations losing(String node, long nowMillis) {
    final boolean anew =
        !holders.lost().contains(node)
            && committed.stream()
                .flatMap(generation -> generation.copies().stream())
                .anyMatch(nodes -> nodes.contains(node));
    return at(holders.without(node, anew ? nowMillis : holders.lostMillis()));
  }

  public Generations taking(@Nullable Pending next) {
    return new Generations(committed, next, rhythm, holders);
  }

  public Generations at(Rhythm next) {
    return new Generations(committed, pending, next, holders);
  }

  public Generations at(Holders next) {
    return new Generations(committed, pending, rhythm, next);
  }
}
