package io.lull.reconfig.message.task;

import java.util.ArrayList;
import java.util.List;

/**
 * How far a task is, at a safe point.
 *
 * @param iterations that are behind
 * @param children those that it has begun, in their order
 * @param begun whether an {@link io.lull.reconfig.message.EventTask} has begun
 */
record TaskPosition(long iterations, List<Long> children, boolean begun) {
  static final TaskPosition START = new TaskPosition(0, List.of(), false);

  TaskPosition {
    children = List.copyOf(children);
  }

  TaskPosition afterIteration() {
    return new TaskPosition(iterations + 1, children, begun);
  }

  TaskPosition withChild(long child) {
    final List<Long> more = new ArrayList<>(children);
    more.add(child);
    return new TaskPosition(iterations, more, begun);
  }

  TaskPosition afterBeginning() {
    return new TaskPosition(iterations, children, true);
  }
}
