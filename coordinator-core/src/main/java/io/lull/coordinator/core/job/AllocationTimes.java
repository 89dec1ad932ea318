package io.lull.coordinator.core.job;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Since when a job has had its nodes, as epoch milliseconds.
 *
 * @param sinceMillis since when it has had some, or has had none; 0 for since it was submitted
 * @param changedMillis when others were given to it or taken from it last; 0 for never
 * @param hadMillis for how long it had some before that
 * @param nodeMillis the sum over its nodes of how long it had each, until they changed last
 */
public record AllocationTimes(
    long sinceMillis, long changedMillis, long hadMillis, long nodeMillis) {
  public static final AllocationTimes NONE = new AllocationTimes(0, 0, 0, 0);

  public AllocationTimes after(List<PlacedNode> before, List<PlacedNode> next, long nowMillis) {
    if (names(before).equals(names(next))) {
      return this;
    }
    final long used = nodeMillis(before, nowMillis);
    return before.isEmpty() == next.isEmpty()
        ? new AllocationTimes(sinceMillis, nowMillis, hadMillis, used)
        : new AllocationTimes(nowMillis, nowMillis, hadMillis(before, nowMillis), used);
  }

  /**
   * For how long it has had any, in all.
   *
   * @param present those that it has
   */
  public long hadMillis(List<PlacedNode> present, long nowMillis) {
    return hadMillis + (present.isEmpty() ? 0 : nowMillis - sinceMillis);
  }

  /**
   * The sum over its nodes of how long it had each.
   *
   * @param present those that it has
   */
  public long nodeMillis(List<PlacedNode> present, long nowMillis) {
    // Jobs that were stored before changes were have no time of theirs: nothing is made up.
    return changedMillis == 0
        ? nodeMillis
        : nodeMillis + present.size() * Math.max(0, nowMillis - changedMillis);
  }

  private static Set<String> names(List<PlacedNode> nodes) {
    return nodes.stream().map(PlacedNode::name).collect(Collectors.toSet());
  }
}
