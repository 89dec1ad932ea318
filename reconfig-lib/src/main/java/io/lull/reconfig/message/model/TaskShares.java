package io.lull.reconfig.message.model;

import io.lull.reconfig.distribution.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many tasks each worker has, in proportion to the workers' speeds. Pure: each worker computes
 * the same.
 */
final class TaskShares {
  private final List<Part> members;
  private final Map<String, Integer> counts = new LinkedHashMap<>();

  /**
   * @param members with their speeds as weights
   */
  TaskShares(List<Part> members) {
    this.members = List.copyOf(members);
    members.forEach(part -> counts.put(part.worker(), 0));
  }

  /** A task is there. */
  void count(String worker) {
    counts.merge(worker, 1, Integer::sum);
  }

  /** The worker to which one more task makes the least difference; the task is counted there. */
  String next() {
    final Part least =
        members.stream()
            .min(Comparator.comparingDouble(part -> (count(part) + 1) / part.weight()))
            .orElseThrow();
    count(least.worker());
    return least.worker();
  }

  private int count(Part part) {
    return counts.getOrDefault(part.worker(), 0);
  }

  /** The shares of so many tasks. */
  static Map<String, Integer> of(int tasks, List<Part> members) {
    final TaskShares shares = new TaskShares(members);
    for (int i = 0; i < tasks; i++) {
      final String _ = shares.next();
    }
    return Map.copyOf(shares.counts);
  }

  /**
   * Tasks with which a program begins: neighbours by id are neighbours by worker.
   *
   * @return by id
   */
  static Map<Long, String> begin(int tasks, List<Part> members) {
    final Map<String, Integer> shares = of(tasks, members);
    final Map<Long, String> places = new TreeMap<>();
    long id = 0;
    for (final Part part : members) {
      for (int i = 0; i < shares.getOrDefault(part.worker(), 0); i++) {
        places.put(id++, part.worker());
      }
    }
    return places;
  }

  /**
   * The fewest moves that give each worker its share.
   *
   * @param places of all tasks
   * @return where those go that move
   */
  static Map<Long, String> moves(Map<Long, String> places, List<Part> members) {
    final Map<String, Integer> surplus = new LinkedHashMap<>();
    of(places.size(), members).forEach((worker, share) -> surplus.put(worker, -share));
    places.values().forEach(worker -> surplus.merge(worker, 1, Integer::sum));
    final List<String> wanting = new ArrayList<>();
    for (final Part part : members) {
      for (int i = surplus.getOrDefault(part.worker(), 0); i < 0; i++) {
        wanting.add(part.worker());
      }
    }
    final Map<Long, String> moves = new TreeMap<>();
    for (final Map.Entry<Long, String> task : new TreeMap<>(places).entrySet()) {
      final int over = surplus.getOrDefault(task.getValue(), 0);
      if (over > 0 && moves.size() < wanting.size()) {
        surplus.put(task.getValue(), over - 1);
        moves.put(task.getKey(), wanting.get(moves.size()));
      }
    }
    return moves;
  }
}
