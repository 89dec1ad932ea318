package io.lull.platform.linux;

import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestMeter;
import io.lull.platform.linux.cgroup.ControlGroups;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Of guests that this process has started. Their control groups count for them; without those,
 * their processes and their ended children in {@code /proc} do, and once a leader has ended, the
 * ended children of this process.
 */
public final class OwnGuestMeter implements GuestMeter {
  /** Reading every process of the machine each time would be a load itself. */
  private static final int FULL_LOOK_EVERY = 10;

  private final ProcFiles proc;
  private final ControlGroups groups;
  private final ProcessIo io;
  private final Map<GuestId, GuestTree> trees = new HashMap<>();
  private int looks;
  private long ticksBefore;
  private long ticks;

  public OwnGuestMeter(ControlGroups groups) {
    this(new ProcFiles(Path.of("/proc")), groups);
  }

  OwnGuestMeter(ProcFiles proc, ControlGroups groups) {
    this.proc = proc;
    this.groups = groups;
    this.io = new ProcessIo(proc);
  }

  @Override
  public double seconds(Collection<GuestId> guests) {
    final OptionalLong counted = groups.usedMicros();
    return counted.isPresent() ? counted.getAsLong() / 1e6 : ticksOf(guests) / ProcStat.PER_SECOND;
  }

  private long ticksOf(Collection<GuestId> guests) {
    trees.keySet().retainAll(guests);
    final boolean fullLook = looks++ % FULL_LOOK_EVERY == 0;
    long living = 0;
    for (final GuestId guest : guests) {
      living += ticksOf(fullLook ? tree(guest).all() : tree(guest).quick());
    }
    final long now = living + ProcStat.self(proc).children();
    // A stray process takes its count with it when it ends; the total must not decrease.
    ticks += Math.max(0, now - ticksBefore);
    ticksBefore = now;
    return ticks;
  }

  private GuestTree tree(GuestId guest) {
    return trees.computeIfAbsent(guest, id -> new GuestTree(proc, id));
  }

  private static long ticksOf(List<ProcStat> members) {
    return members.stream().mapToLong(s -> s.ticks().own() + s.ticks().children()).sum();
  }

  @Override
  public Io io(Collection<GuestId> guests) {
    final Io counted =
        io.upTo(
            guests.stream()
                .flatMap(guest -> members(guest).quick().stream())
                .map(process -> process.pid() + "/" + process.startTicks())
                .collect(Collectors.toSet()));
    // Neither count is complete: a group of version 1 lacks the kernel's delayed writes.
    return new Io(
        counted.read(), counted.written(), Math.max(counted.disk(), groups.diskBytes().orElse(0)));
  }

  private GuestMembers members(GuestId guest) {
    return groups
        .of(guest)
        .<GuestMembers>map(group -> new GroupMembers(proc, group))
        .orElseGet(() -> tree(guest));
  }
}
