package io.lull.platform.linux;

import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestMeter;
import io.lull.platform.machine.LoadSample;
import io.lull.platform.machine.LoadSource;
import io.lull.protocol.time.Clock;
import java.nio.file.Path;
import java.util.Collection;

/** Processor time, of all and of this process from {@code /proc}. */
public final class LinuxLoad implements LoadSource {
  private final ProcFiles proc = new ProcFiles(Path.of("/proc"));
  private final GuestMeter meter;
  private final Clock clock;

  public LinuxLoad(GuestMeter meter, Clock clock) {
    this.meter = meter;
    this.clock = clock;
  }

  @Override
  public LoadSample sample(Collection<GuestId> guests) {
    final ProcStat.Ticks agent = ProcStat.self(proc);
    final double guestSeconds = meter.seconds(guests);
    final CpuTotals total = proc.text("stat").map(CpuTotals::parse).orElse(new CpuTotals(0, 1));
    return new LoadSample(
        clock.nanos(),
        total.cores(),
        total.busy() / ProcStat.PER_SECOND,
        guestSeconds,
        agent.own() / ProcStat.PER_SECOND);
  }
}
