package io.lull.platform.macos.guest;

import io.lull.platform.macos.guest.MacCalls.Row;
import io.lull.platform.macos.guest.MacCalls.State;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The processes of a guest: all of its session, and all that these have started, even in sessions
 * of their own.
 *
 * @param leader of the session
 */
record SessionMembers(long leader) {
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
