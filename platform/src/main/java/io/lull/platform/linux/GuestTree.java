package io.lull.platform.linux;

import io.lull.platform.guest.GuestId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The processes of a guest: its leader, the leader's session and process group, all their
 * descendants, and every live process that was one of these before.
 */
final class GuestTree implements GuestMembers {
  private final ProcFiles proc;

  private final GuestId leader;
  private final Map<Long, Long> startTicksByKnownPid = new HashMap<>();

  GuestTree(ProcFiles proc, GuestId leader) {
    this.proc = proc;
    this.leader = leader;
  }

  /** Reads every process of the machine. */
  @Override
  public List<ProcStat> all() {
    return remember(members(proc.all(), leader, startTicksByKnownPid));
  }

  /**
   * Follows only the leader and known processes downwards: misses a stray process until {@link
   * #all}.
   */
  @Override
  public List<ProcStat> quick() {
    startTicksByKnownPid.put(leader.pid(), leader.startTicks());
    final Set<Long> seen = new HashSet<>(startTicksByKnownPid.keySet());
    final Deque<Long> open = new ArrayDeque<>(seen);
    final List<ProcStat> found = new ArrayList<>();
    while (!open.isEmpty()) {
      final long pid = open.remove();
      final Optional<ProcStat> stat = proc.stat(pid);
      final Long known = startTicksByKnownPid.get(pid);
      if (stat.isEmpty() || (known != null && known != stat.get().startTicks())) {
        continue;
      }
      found.add(stat.get());
      for (final long child : proc.children(pid)) {
        if (seen.add(child)) {
          open.add(child);
        }
      }
    }
    return remember(found);
  }

  private List<ProcStat> remember(List<ProcStat> members) {
    startTicksByKnownPid.clear();
    members.forEach(stat -> startTicksByKnownPid.put(stat.pid(), stat.startTicks()));
    return members;
  }

  static List<ProcStat> members(
      Collection<ProcStat> all, GuestId leader, Map<Long, Long> startTicksByKnownPid) {
    // The kernel reuses a number only when no process, group or session has it: if the leader's
    // has a new bearer, nothing of the old group and session is left.
    final boolean reused =
        all.stream()
            .anyMatch(s -> s.pid() == leader.pid() && s.startTicks() != leader.startTicks());
    final Map<Long, List<ProcStat>> byParent = new HashMap<>();
    final Deque<ProcStat> open = new ArrayDeque<>();
    final Set<Long> seen = new HashSet<>();
    for (final ProcStat stat : all) {
      byParent.computeIfAbsent(stat.parent(), _ -> new ArrayList<>()).add(stat);
      final Long known = startTicksByKnownPid.get(stat.pid());
      if ((!reused
              && (stat.pid() == leader.pid()
                  || stat.group().session() == leader.pid()
                  || stat.group().process() == leader.pid()))
          || (known != null && known == stat.startTicks())) {
        open.add(stat);
        seen.add(stat.pid());
      }
    }
    final List<ProcStat> members = new ArrayList<>();
    while (!open.isEmpty()) {
      final ProcStat stat = open.remove();
      members.add(stat);
      for (final ProcStat child : byParent.getOrDefault(stat.pid(), List.of())) {
        if (seen.add(child.pid())) {
          open.add(child);
        }
      }
    }
    return members;
  }
}
