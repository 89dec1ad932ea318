package io.lull.coordinator.job;

import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.NodeAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
record Generations(
    List<Committed> committed, @Nullable Pending pending, Rhythm rhythm, Holders holders) {
  static final Generations NONE =
      new Generations(List.of(), null, new Rhythm(0, 0, 0, 0, 0), new Holders(Map.of(), Set.of()));

  Generations {
    committed = List.copyOf(committed);
  }

  /**
   * A complete checkpoint.
   *
   * @param layout of the epoch that captured it: the place is the rank of the piece
   * @param copies the nodes that have each rank's piece, by rank
   */
  record Committed(
      long number,
      Layout layout,
      long safePoint,
      long iteration,
      long bytes,
      List<List<String>> copies) {
    Committed {
      copies = copies.stream().map(List::copyOf).toList();
    }
  }

  /**
   * A checkpoint that is captured but not yet in safe keeping.
   *
   * @param hold the workers do not compute on: the job is to be suspended
   * @param captured by worker
   * @param kept by rank
   */
  record Pending(
      long number,
      Layout layout,
      long safePoint,
      boolean hold,
      Times times,
      Map<String, Captured> captured,
      Map<Integer, Kept> kept) {
    Pending {
      captured = Collections.unmodifiableMap(new TreeMap<>(captured));
      kept = Collections.unmodifiableMap(new TreeMap<>(kept));
    }

    /**
     * @param proposedMillis when the workers were asked for a safe point
     * @param orderedMillis when they were told to capture
     */
    record Times(long proposedMillis, long orderedMillis, long deadlineMillis) {}

    boolean allCaptured() {
      return layout.getMembersList().stream().allMatch(m -> captured.containsKey(m.getWorker()));
    }

    boolean allKept() {
      return kept.size() == layout.getMembersCount();
    }

    Pending with(String worker, Captured said) {
      final Map<String, Captured> all = new HashMap<>(captured);
      all.put(worker, said);
      return new Pending(number, layout, safePoint, hold, times, all, kept);
    }

    Pending with(int rank, Kept where) {
      final Map<Integer, Kept> all = new HashMap<>(kept);
      all.put(rank, where);
      return new Pending(number, layout, safePoint, hold, times, captured, all);
    }

    Pending until(long deadlineMillis) {
      return new Pending(
          number,
          layout,
          safePoint,
          hold,
          new Times(times.proposedMillis(), times.orderedMillis(), deadlineMillis),
          captured,
          kept);
    }
  }

  /**
   * Where a rank's piece is kept.
   *
   * @param nodes empty: nowhere
   * @param why not empty: there are fewer copies than asked for, and why
   */
  record Kept(List<String> nodes, long bytes, String why) {
    Kept {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * When the next one is due, and what the last one took.
   *
   * @param nextMillis 0: not before the job computes
   * @param lastMillis when the last one was committed
   */
  record Rhythm(
      long nextMillis, long count, long lastMillis, double captureMillis, double durableMillis) {
    Rhythm next(long millis) {
      return new Rhythm(millis, count, lastMillis, captureMillis, durableMillis);
    }
  }

  /**
   * The nodes that pieces may lie on.
   *
   * @param addresses of the agents, by node
   * @param lost those that do not answer at present
   */
  record Holders(Map<String, NodeAddress> addresses, Set<String> lost) {
    Holders {
      addresses = Map.copyOf(addresses);
      lost = Set.copyOf(lost);
    }

    Holders with(Stream<PlacedNode> nodes) {
      final Map<String, NodeAddress> all = new LinkedHashMap<>(addresses);
      final Set<String> away = new HashSet<>(lost);
      nodes.forEach(node -> {
        all.put(node.name(), node.address());
        away.remove(node.name());
      });
      return new Holders(all, away);
    }

    Holders without(String node) {
      final Set<String> away = new HashSet<>(lost);
      away.add(node);
      return new Holders(addresses, away);
    }

    boolean reachable(String node) {
      return addresses.containsKey(node) && !lost.contains(node);
    }
  }

  Generations taking(@Nullable Pending next) {
    return new Generations(committed, next, rhythm, holders);
  }

  Generations at(Rhythm next) {
    return new Generations(committed, pending, next, holders);
  }

  Generations at(Holders next) {
    return new Generations(committed, pending, rhythm, next);
  }
}
