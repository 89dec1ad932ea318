package io.lull.reconfig.message.routing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a task has received and chosen since its fields were copied: with these it does the same
 * again from there.
 */
final class ReplayLog {
  /** With more to repeat, the copy is given up. */
  static final long MOST_BYTES = 16 << 20;

  private final Map<Long, Long> sentBefore;
  private final List<WaitingMessage> received = new ArrayList<>();
  private final List<Long> choices = new ArrayList<>();
  private final CopyBudget budget;
  private long bytes;

  /**
   * @param sentBefore by receiver: the number of the last message that was sent before the copy
   */
  ReplayLog(Map<Long, Long> sentBefore, CopyBudget budget) {
    this.sentBefore = Map.copyOf(sentBefore);
    this.budget = budget;
  }

  /** It is not needed any more. */
  void drop() {
    budget.giveBack(bytes);
    bytes = 0;
    received.clear();
  }

  long sentBefore(long to) {
    return sentBefore.getOrDefault(to, 0L);
  }

  List<Long> choices() {
    return choices;
  }

  /**
   * A message is the task's own from now on, which may change what it has: a copy is kept.
   *
   * @return whether the log is still short enough
   */
  boolean received(WaitingMessage message) {
    final long weight = message.envelope().payload().weight();
    if (bytes + weight > MOST_BYTES || !budget.take(weight)) {
      return false;
    }
    bytes += weight;
    received.add(
        new WaitingMessage(
            message.envelope().with(message.envelope().payload().copy()), message.arrival()));
    return true;
  }

  /** What is to be received again, by sender. */
  Map<Long, List<WaitingMessage>> received() {
    final Map<Long, List<WaitingMessage>> bySender = new HashMap<>();
    for (final WaitingMessage message : received) {
      bySender.computeIfAbsent(message.envelope().from(), _ -> new ArrayList<>()).add(message);
    }
    return bySender;
  }
}
