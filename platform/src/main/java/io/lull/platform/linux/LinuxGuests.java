package io.lull.platform.linux;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestFolders;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestPipes;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.Sandbox;
import io.lull.platform.linux.cgroup.ControlGroups;
import io.lull.platform.linux.cgroup.GuestGroup;
import io.lull.platform.linux.cgroup.GuestReaper;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Guests as their own sessions, each in its own control group if possible. */
public final class LinuxGuests implements GuestStarter {
  private static final Duration CLEAR_WITHIN = Duration.ofSeconds(2);

  private final ProcFiles proc = new ProcFiles(Path.of("/proc"));
  private final ControlGroups groups;
  private final Clock clock;
  private final LowestPriority priority = LowestPriority.probe();
  private final String boot =
      proc.text("sys/kernel/random/boot_id").map(String::strip).orElse("unknown");

  public LinuxGuests(ControlGroups groups, Clock clock) {
    this.groups = groups;
    this.clock = clock;
    // Loads native code now, rather than while an owner waits.
    CLibrary.C.sysconf(CLibrary.SC_PAGESIZE);
  }

  /** Folders whose guests may be another user's. */
  public static GuestFolders handles() {
    return LinuxFolder::openIn;
  }

  @Override
  public Guest start(GuestSpec spec) throws IOException {
    final GuestGroup group = groups.make(spec.limits()).orElse(null);
    GuestReaper reaper = null;
    Process process = null;
    try {
      reaper = group == null ? null : GuestReaper.of(group).orElse(null);
      process = launch(spec, group);
      final long pid = process.pid();
      final ProcStat stat =
          proc.stat(pid)
              .orElseThrow(
                  () -> new IOException("the guest's process " + pid + " ended as it started"));
      final GuestId id = new GuestId(pid, stat.startTicks(), boot);
      if (group != null) {
        groups.started(id, group);
      }
      return new LinuxGuest(
          new GuestPipes(process),
          id,
          new LinuxGuest.Reach(group, reaper, new GuestSignals(proc, members(id), clock)),
          groups.idles(),
          clock);
    } catch (IOException e) {
      if (process != null) {
        process.destroyForcibly();
      }
      if (group != null) {
        group.kill(CLEAR_WITHIN);
      }
      if (reaper != null) {
        reaper.close();
      }
      throw e;
    }
  }

  private Process launch(GuestSpec spec, @Nullable GuestGroup group) throws IOException {
    final ProcessBuilder builder =
        new ProcessBuilder(
                priority.command(
                    ProcessHandle.current().pid(),
                    group == null ? List.of() : group.doors(),
                    spec.command()))
            .directory(spec.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(spec.environment());
    return builder.start();
  }

  private GuestMembers members(GuestId id) {
    return groups
        .of(id)
        .<GuestMembers>map(group -> new GroupMembers(proc, group))
        .orElseGet(() -> new GuestTree(proc, id));
  }

  @Override
  public String priority() {
    return priority.words() + "; " + groups.words();
  }

  @Override
  public Sandbox sandbox() {
    return Bubblewrap.probe();
  }

  @Override
  public GuestFolders folders() {
    return LinuxFolder::openIn;
  }

  @Override
  public boolean groups() {
    return groups.stops();
  }

  @Override
  public boolean reapStrays(Duration within) {
    return groups.sweep(within);
  }

  /**
   * If a guest's leader is gone, only processes at the lowest priority are ended: the owner's
   * programs do not run at it, should one have got the session's number.
   */
  @Override
  public boolean reap(GuestId id, Duration within) {
    if (!id.boot().equals(boot)) {
      return true;
    }
    final boolean leads =
        proc.stat(id.pid()).filter(stat -> stat.startTicks() == id.startTicks()).isPresent();
    return new GuestSignals(proc, members(id), clock).kill(within, stat -> leads || stat.lowest())
        && groups.of(id).map(group -> group.kill(within)).orElse(true);
  }
}
