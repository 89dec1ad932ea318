package io.lull.reconfig.message.routing;

import java.util.Map;

/**
 * A task that has been waiting for a while.
 *
 * @param task its id
 * @param serial of its wait: the same as long as it waits for the same
 * @param sends whether it waits for room to send, and not for a message
 * @param peer the other task, or {@link TaskPort#ANY}
 * @param tag or {@link TaskPort#ANY}
 * @param taken how many messages of the peer it has got
 * @param sent how many it has sent, by receiver
 */
public record WaitingTask(
    long task, long serial, boolean sends, long peer, int tag, long taken, Map<Long, Long> sent) {
  public WaitingTask {
    sent = Map.copyOf(sent);
  }

  /** What it waits to do. */
  public String what() {
    final String partner = peer == TaskPort.ANY ? "any task" : "task " + peer;
    final String message =
        tag == TaskPort.ANY
            ? " with any tag"
            : tag < 0 ? " in a call of a group" : " with tag " + tag;
    return (sends ? "send to " : "receive from ") + partner + message;
  }

  @Override
  public String toString() {
    return "task " + task + " waits to " + what();
  }
}
