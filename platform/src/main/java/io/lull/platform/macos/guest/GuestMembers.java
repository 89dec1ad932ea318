package io.lull.platform.macos.guest;

import io.lull.platform.macos.guest.MacCalls.Row;
import io.lull.platform.macos.guest.MacCalls.State;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which processes are a guest's: those of its session, whatever became of their parents, and those
 * that these have started, whatever session they have made themselves.
 */
record GuestMembers(long leader) {
  Set<Long> of(List<Row> processes) {
    final Set<Long> members = new HashSet<>();
    boolean news = true;
    while (news) {
      news = false;
      for (final Row row : processes) {
        if (row.state() != State.ENDED
            && (row.pid() == leader || row.session() == leader || members.contains(row.parent()))) {
          news |= members.add(row.pid());
        }
      }
    }
    return members;
  }
}
