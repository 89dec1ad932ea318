package io.lull.bench.validate;

import io.lull.coordinator.availability.NodeUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * What came of a history.
 *
 * @param beganMillis when it began, in epoch milliseconds
 * @param jobs in the order of their submission
 * @param uses of each node: from when on its use was what; times since the beginning, those before
 *     it are less than 0
 */
record OfficeRecord(
    long beganMillis, List<JobTimes> jobs, Map<String, NavigableMap<Long, NodeUse>> uses) {
  /**
   * Of one job.
   *
   * @param beganWith workers
   * @param stays of its workers
   * @param growMillis for how long it stood still, each time that it got more workers
   * @param shrinkMillis the same when it kept fewer
   * @param migrationMillis the same when it got as many others
   */
  record JobTimes(
      long submittedMillis,
      long startedMillis,
      long endedMillis,
      int beganWith,
      List<Stay> stays,
      List<Double> growMillis,
      List<Double> shrinkMillis,
      List<Double> migrationMillis) {
    long responseMillis() {
      return endedMillis - submittedMillis;
    }

    int changes() {
      return growMillis.size() + shrinkMillis.size() + migrationMillis.size();
    }
  }

  /** A node was in a job's configuration. */
  record Stay(String node, long fromMillis, long untilMillis) {
    boolean meets(String other, long from, long until) {
      return node.equals(other) && fromMillis <= until && untilMillis >= from;
    }
  }

  /** Puts stays together from the changes of a job's configuration, in their order. */
  static final class Stays {
    private final Map<String, Long> here = new TreeMap<>();
    private final List<Stay> over = new ArrayList<>();

    void changed(long millis, Collection<String> left, Collection<String> joined) {
      for (final String node : left) {
        final Long since = here.remove(node);
        if (since != null) {
          over.add(new Stay(node, since, millis));
        }
      }
      joined.forEach(node -> here.put(node, millis));
    }

    List<Stay> ended(long millis) {
      changed(millis, List.copyOf(here.keySet()), List.of());
      return over;
    }
  }

  long endMillis() {
    return jobs.stream().mapToLong(JobTimes::endedMillis).max().orElse(0);
  }

  /**
   * The part of all nodes' time, until the later end, in which their uses are the same in both.
   *
   * @param seenAs what is to be compared of a use
   */
  double agreement(OfficeRecord other, UnaryOperator<NodeUse> seenAs) {
    final long end = Math.max(endMillis(), other.endMillis());
    double same = 0;
    for (final Map.Entry<String, NavigableMap<Long, NodeUse>> node : uses.entrySet()) {
      final NavigableMap<Long, NodeUse> mine = node.getValue();
      final NavigableMap<Long, NodeUse> theirs =
          other.uses.getOrDefault(node.getKey(), new TreeMap<>());
      final TreeSet<Long> moments = new TreeSet<>(mine.keySet());
      moments.addAll(theirs.keySet());
      moments.add(0L);
      for (final long from : moments.subSet(0L, end)) {
        final Long next = moments.higher(from);
        if (seenAs.apply(at(mine, from)) == seenAs.apply(at(theirs, from))) {
          same += Math.min(end, next == null ? end : next) - from;
        }
      }
    }
    return same / ((double) end * uses.size());
  }

  private static NodeUse at(NavigableMap<Long, NodeUse> uses, long millis) {
    final Map.Entry<Long, NodeUse> found = uses.floorEntry(millis);
    return found == null ? NodeUse.OFFLINE : found.getValue();
  }
}
