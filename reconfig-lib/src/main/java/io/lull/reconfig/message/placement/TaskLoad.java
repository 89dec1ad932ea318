package io.lull.reconfig.message.placement;

import java.util.Map;

/**
 * What a task did in an interval.
 *
 * @param task its id
 * @param work that it did, in seconds of a worker of rate one
 * @param bytes that it has to move, about
 * @param sent bytes that it has sent, by receiver
 */
public record TaskLoad(long task, double work, long bytes, Map<Long, Long> sent) {
  public TaskLoad {
    sent = Map.copyOf(sent);
  }
}
