package io.lull.platform.linux;

import io.lull.platform.guest.GuestId;
import io.lull.platform.linux.cgroup.ControlGroups;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What guests and the agent have read and written, from {@code /proc/PID/io}. What a process does
 * between the last look and its end is not counted.
 */
final class ProcessIo {
  private final ProcFiles proc;
  private final ControlGroups groups;
  private final Map<GuestId, GuestMembers> members = new HashMap<>();
  private Map<String, Total> before = new HashMap<>();
  private Total total = new Total(0, 0, 0);

  /**
   * Bytes so far.
   *
   * @param read from files, pipes and connections
   * @param written to them
   * @param disk to and from disks
   */
  record Total(long read, long written, long disk) {
    Total plus(Total other) {
      return new Total(read + other.read, written + other.written, disk + other.disk);
    }

    Total minus(Total other) {
      return new Total(
          Math.max(0, read - other.read),
          Math.max(0, written - other.written),
          Math.max(0, disk - other.disk));
    }
  }

  ProcessIo(ProcFiles proc, ControlGroups groups) {
    this.proc = proc;
    this.groups = groups;
  }

  Total upTo(Collection<GuestId> guests) {
    members.keySet().retainAll(guests);
    final Map<String, Total> now = new HashMap<>();
    Stream.concat(
            Stream.of("self"),
            guests.stream()
                .flatMap(guest -> members.computeIfAbsent(guest, this::membersOf).quick().stream())
                .map(process -> process.pid() + "/" + process.startTicks()))
        .forEach(process -> now.put(process, of(process)));
    for (final Map.Entry<String, Total> entry : now.entrySet()) {
      final Total was = before.get(entry.getKey());
      // The agent's earlier activity does not count.
      final boolean agentsFirst = was == null && entry.getKey().equals("self");
      if (!agentsFirst) {
        total = total.plus(was == null ? entry.getValue() : entry.getValue().minus(was));
      }
    }
    before = now;
    // Neither count is complete: a group of version 1 lacks the kernel's delayed writes.
    return new Total(
        total.read(), total.written(), Math.max(total.disk(), groups.diskBytes().orElse(0)));
  }

  private GuestMembers membersOf(GuestId guest) {
    return groups
        .of(guest)
        .<GuestMembers>map(group -> new GroupMembers(proc, group))
        .orElseGet(() -> new GuestTree(proc, guest));
  }

  private Total of(String process) {
    final int slash = process.indexOf('/');
    final Map<String, Long> values = new HashMap<>();
    proc.text((slash < 0 ? process : process.substring(0, slash)) + "/io")
        .ifPresent(text -> {
          for (final String line : text.split("\n")) {
            final int colon = line.indexOf(": ");
            if (colon > 0) {
              values.put(
                  line.substring(0, colon), Long.parseLong(line.substring(colon + 2).strip()));
            }
          }
        });
    return new Total(
        values.getOrDefault("rchar", 0L),
        values.getOrDefault("wchar", 0L),
        values.getOrDefault("read_bytes", 0L) + values.getOrDefault("write_bytes", 0L));
  }
}
