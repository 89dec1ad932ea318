package io.lull.bench.message;

import io.lull.reconfig.message.task.TaskUnit;
import io.lull.reconfig.state.UnitTransfers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Counts the moves of a storm's tasks. Any thread. */
final class MoveCounts {
  private final StormTraffic traffic;
  private final RoundBoard board;
  private final Set<Long> underWay = new HashSet<>();
  private final Map<Long, Long> lastRound = new HashMap<>();
  private long moves;
  private long together;
  private long chains;

  MoveCounts(StormTraffic traffic, RoundBoard board) {
    this.traffic = traffic;
    this.board = board;
  }

  synchronized long moves() {
    return moves;
  }

  /** Moves that began while a task was under way to or from which messages of that round go. */
  synchronized long together() {
    return together;
  }

  /** Moves at the first safe point after another move of the same task. */
  synchronized long chains() {
    return chains;
  }

  private synchronized void begun(long task) {
    underWay.add(task);
  }

  private synchronized void ended(long task, boolean moved) {
    underWay.remove(task);
    if (!moved) {
      return;
    }
    moves++;
    final long round = board.round(task);
    if (underWay.stream().anyMatch(other -> traffic.talk(task, round, other))) {
      together++;
    }
    final Long before = lastRound.put(task, round);
    if (before != null && before >= round - 1) {
      chains++;
    }
  }

  /** The same transfers, counted. */
  UnitTransfers counting(UnitTransfers transfers) {
    return new WatchedTransfers(
        transfers,
        new WatchedTransfers.Watcher() {
          @Override
          public void begun(String unit) {
            MoveCounts.this.begun(TaskUnit.id(unit));
          }

          @Override
          public void ended(String unit, boolean moved) {
            MoveCounts.this.ended(TaskUnit.id(unit), moved);
          }
        });
  }
}
