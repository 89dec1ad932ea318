package io.lull.platform.linux;

import io.lull.platform.guest.GuestId;
import io.lull.platform.linux.cgroup.ControlGroups;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What guests read from and write to disks: as their control groups count it, else as far as their
 * living processes tell. Not safe for several threads.
 */
public final class GuestDisk {
  private static final List<String> COUNTED = List.of("read_bytes:", "write_bytes:");

  private final ProcFiles proc = new ProcFiles(Path.of("/proc"));
  private final ControlGroups groups;
  private final Map<GuestId, GuestTree> trees = new HashMap<>();
  private final Map<Long, Long> bytesByPid = new HashMap<>();
  private long total;

  public GuestDisk(ControlGroups groups) {
    this.groups = groups;
  }

  /** Since some moment in the past; never less than before. */
  public long bytes(Collection<GuestId> guests) {
    final OptionalLong counted = groups.diskBytes();
    if (counted.isPresent()) {
      return counted.getAsLong();
    }
    trees.keySet().retainAll(guests);
    final Map<Long, Long> now = new HashMap<>();
    for (final GuestId guest : guests) {
      for (final ProcStat process :
          trees.computeIfAbsent(guest, id -> new GuestTree(proc, id)).quick()) {
        now.put(process.pid(), proc.text(process.pid() + "/io").map(GuestDisk::sum).orElse(0L));
      }
    }
    now.forEach((pid, bytes) -> total += Math.max(0, bytes - bytesByPid.getOrDefault(pid, 0L)));
    bytesByPid.clear();
    bytesByPid.putAll(now);
    return total;
  }

  /** Of {@code /proc/PID/io}, see proc(5). */
  static long sum(String text) {
    return text.lines()
        .filter(line -> COUNTED.stream().anyMatch(line::startsWith))
        .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
        .sum();
  }
}
