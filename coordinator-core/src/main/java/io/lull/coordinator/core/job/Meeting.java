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
 * @param copying workers that have done all but the copying of data
 * @param unreached not empty: two of them cannot be linked, and why
 * @param deadlineMillis workers that have not answered by then are not waited for
 * @param copiedByMillis nor those that still copy then
 */
public record Meeting(
    long number,
    List<String> members,
    Set<String> awaited,
    Set<String> copying,
    String unreached,
    long deadlineMillis,
    long copiedByMillis) {
  public Meeting {
    members = List.copyOf(members);
    awaited = Set.copyOf(awaited);
    copying = Set.copyOf(copying);
  }

  public Meeting with(String worker, Met said) {
    if (said.getMeeting() != number) {
      return this;
    }
    final Set<String> others = new HashSet<>(awaited);
    others.remove(worker);
    final Set<String> busy = new HashSet<>(copying);
    if (said.getCopying()) {
      busy.add(worker);
    } else {
      busy.remove(worker);
    }
    return new Meeting(
        number,
        members,
        others,
        busy,
        unreached.isEmpty() ? said.getUnreached() : unreached,
        deadlineMillis,
        copiedByMillis);
  }

  /** With less time for it. */
  public Meeting until(long newDeadlineMillis) {
    return new Meeting(
        number, members, awaited, copying, unreached, newDeadlineMillis, newDeadlineMillis);
  }

  public boolean over(long nowMillis) {
    return (awaited.isEmpty() || nowMillis >= deadlineMillis)
        && (copying.isEmpty() || nowMillis >= copiedByMillis);
  }
}
