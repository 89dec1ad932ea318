package io.lull.bench.message;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** At which round each task is, for the count of moves alone: no task reads it. */
final class RoundBoard {
  /** All workers of a storm are in one process. */
  static final RoundBoard SHARED = new RoundBoard();

  private final Map<Long, Long> rounds = new ConcurrentHashMap<>();

  private RoundBoard() {}

  void isAt(long task, long round) {
    rounds.put(task, round);
  }

  long round(long task) {
    return rounds.getOrDefault(task, 0L);
  }

  void clear() {
    rounds.clear();
  }
}
