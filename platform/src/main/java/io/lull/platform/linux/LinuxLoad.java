package io.lull.platform.linux;

import io.lull.platform.guest.GuestId;
import io.lull.platform.linux.cgroup.ControlGroups;
import io.lull.platform.machine.LoadSample;
import io.lull.platform.machine.LoadSource;
import io.lull.protocol.time.Clock;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Processor time. A guest's is counted by its control group; without one, from its processes and
 * their ended children in {@code /proc}, and once its leader has ended, as an ended child of this
 * process.
 */
public final class LinuxLoad implements LoadSource {
  /** Reading every process of the machine each time would be a load itself. */
  private static final int FULL_LOOK_EVERY = 10;

  private final ProcFiles proc;
  private final ControlGroups groups;
  private final Clock clock;
  private final Map<GuestId, GuestTree> trees = new HashMap<>();
  private int samples;
  private long guestTicksBefore;
  private long guestTicks;

  public LinuxLoad(ControlGroups groups, Clock clock) {
    this.proc = new ProcFiles(Path.of("/proc"));
    this.groups = groups;
    this.clock = clock;
  }

  @Override
  public LoadSample sample(Collection<GuestId> guests) {
    final ProcStat.Ticks agent =
        proc.text("self/stat")
            .flatMap(ProcStat::parse)
            .map(ProcStat::ticks)
            .orElse(new ProcStat.Ticks(0, 0));
    final OptionalLong counted = groups.usedMicros();
    final double guestSeconds =
        counted.isPresent()
            ? counted.getAsLong() / 1e6
            : guestTicks(guests, agent.children()) / ProcStat.PER_SECOND;
    final CpuTotals total = proc.text("stat").map(CpuTotals::parse).orElse(new CpuTotals(0, 1));
    return new LoadSample(
        clock.nanos(),
        total.cores(),
        total.busy() / ProcStat.PER_SECOND,
        guestSeconds,
        agent.own() / ProcStat.PER_SECOND);
  }

  private long guestTicks(Collection<GuestId> guests, long endedTicks) {
    trees.keySet().retainAll(guests);
    final boolean fullLook = samples++ % FULL_LOOK_EVERY == 0;
    long living = 0;
    for (final GuestId guest : guests) {
      final GuestTree tree = trees.computeIfAbsent(guest, id -> new GuestTree(proc, id));
      living += ticks(fullLook ? tree.all() : tree.quick());
    }
    final long now = living + endedTicks;
    // A stray process takes its count with it when it ends; the total must not decrease.
    guestTicks += Math.max(0, now - guestTicksBefore);
    guestTicksBefore = now;
    return guestTicks;
  }

  private static long ticks(List<ProcStat> members) {
    return members.stream().mapToLong(s -> s.ticks().own() + s.ticks().children()).sum();
  }
}
