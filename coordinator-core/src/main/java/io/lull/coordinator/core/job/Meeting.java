package io.lull.coordinator.core.job;

import io.lull.protocol.wire.Met;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The preparation of a change by all its members while they compute.
 *
 * @param members of the configuration that is to come, in the order in which it will be ordered
 * @param awaited workers that have not answered
 * @param unreached not empty: two of them cannot be linked, and why
 * @param deadlineMillis workers that have not answered by then are not waited for
 */
public record Meeting(
    long number, List<String> members, Set<String> awaited, String unreached, long deadlineMillis) {
  public Meeting {
    members = List.copyOf(members);
    awaited = Set.copyOf(awaited);
  }

  public Meeting with(String worker, Met said) {
    if (said.getMeeting() != number) {
      return this;
    }
    final Set<String> others = new HashSet<>(awaited);
    others.remove(worker);
    return new Meeting(
        number,
        members,
        others,
        unreached.isEmpty() ? said.getUnreached() : unreached,
        deadlineMillis);
  }

  public Meeting until(long newDeadlineMillis) {
    return new Meeting(number, members, awaited, unreached, newDeadlineMillis);
  }

  public boolean over(long nowMillis) {
    return awaited.isEmpty() || nowMillis >= deadlineMillis;
  }
}
