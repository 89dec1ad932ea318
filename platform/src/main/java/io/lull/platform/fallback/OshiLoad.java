package io.lull.platform.fallback;

import io.lull.platform.guest.GuestId;
import io.lull.platform.machine.LoadSample;
import io.lull.platform.machine.LoadSource;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;

/**
 * Processor time by OSHI and Java. A guest's processes that end between two samples count as the
 * owner's for that time.
 */
public final class OshiLoad implements LoadSource {
  private final Clock clock;
  private final Map<Long, Long> nanosByPid = new HashMap<>();
  private @Nullable CentralProcessor processor;
  private long guestNanos;

  public OshiLoad(Clock clock) {
    this.clock = clock;
  }

  @Override
  public LoadSample sample(Collection<GuestId> guests) {
    final CentralProcessor cpu =
        processor == null ? new SystemInfo().getHardware().getProcessor() : processor;
    processor = cpu;
    final Map<Long, Long> now = new HashMap<>();
    guests.stream()
        .flatMap(guest -> ProcessHandle.of(guest.pid()).stream())
        .flatMap(leader -> Stream.concat(Stream.of(leader), leader.descendants()))
        .forEach(process -> now.put(process.pid(), nanos(process)));
    now.forEach(
        (pid, nanos) -> guestNanos += Math.max(0, nanos - nanosByPid.getOrDefault(pid, 0L)));
    nanosByPid.clear();
    nanosByPid.putAll(now);
    final long[] ticks = cpu.getSystemCpuLoadTicks();
    final long busyMillis =
        Stream.of(TickType.USER, TickType.NICE, TickType.SYSTEM, TickType.IRQ, TickType.SOFTIRQ)
            .mapToLong(type -> ticks[type.getIndex()])
            .sum();
    return new LoadSample(
        clock.nanos(),
        cpu.getLogicalProcessorCount(),
        busyMillis / 1e3,
        guestNanos / 1e9,
        nanos(ProcessHandle.current()) / 1e9);
  }

  private static long nanos(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }
}
