package io.lull.platform.linux;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Guests as sessions of their own. */
public final class LinuxGuests implements GuestStarter {
  private final ProcFiles proc = new ProcFiles(Path.of("/proc"));
  private final Clock clock;
  private final LowestPriority priority = LowestPriority.probe();
  private final String boot =
      proc.text("sys/kernel/random/boot_id").map(String::strip).orElse("unknown");

  public LinuxGuests(Clock clock) {
    this.clock = clock;
    // Loads what is native now, rather than while an owner waits.
    CLibrary.C.sysconf(CLibrary.SC_PAGESIZE);
  }

  @Override
  public Guest start(GuestSpec spec) throws IOException {
    final List<String> command = new ArrayList<>(priority.command());
    command.addAll(spec.command());
    final ProcessBuilder builder = new ProcessBuilder(command).directory(spec.directory().toFile());
    builder.environment().clear();
    builder.environment().putAll(spec.environment());
    final Process process = builder.start();
    final Optional<ProcStat> stat = proc.stat(process.pid());
    if (stat.isEmpty()) {
      process.destroyForcibly();
      throw new IOException("the guest's process " + process.pid() + " ended as it started");
    }
    final GuestId id = new GuestId(process.pid(), stat.get().startTicks(), boot);
    return new LinuxGuest(process, id, new GuestSignals(proc, id, clock), clock);
  }

  @Override
  public String priority() {
    return priority.words();
  }

  /**
   * Of a guest whose leader is gone, only what runs at the lowest priority is ended: the owner's
   * programs do not, should one of them have come by the session's number.
   */
  @Override
  public boolean reap(GuestId id, Duration within) {
    if (!id.boot().equals(boot)) {
      return true;
    }
    final boolean leads =
        proc.stat(id.pid()).filter(stat -> stat.startTicks() == id.startTicks()).isPresent();
    return new GuestSignals(proc, id, clock).kill(within, stat -> leads || stat.lowest());
  }
}
