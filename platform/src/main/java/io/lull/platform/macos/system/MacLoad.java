package io.lull.platform.macos.system;

import com.sun.jna.platform.mac.SystemB;
import com.sun.jna.platform.mac.SystemB.HostCpuLoadInfo;
import com.sun.jna.ptr.IntByReference;
import io.lull.platform.guest.GuestId;
import io.lull.platform.machine.LoadSample;
import io.lull.platform.machine.LoadSource;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** The kernel's ticks of all processors, minus the guests' times. */
public final class MacLoad implements LoadSource {
  private static final double TICKS_A_SECOND = 100;

  private final int cores;
  private final Supplier<int[]> busyTicks;
  private final DoubleSupplier guestSeconds;
  private final Clock clock;
  private final CpuTicks ticks = new CpuTicks();

  /**
   * @param guestSeconds of all guests so far
   */
  public MacLoad(int cores, DoubleSupplier guestSeconds, Clock clock) {
    this(cores, MacLoad::ask, guestSeconds, clock);
  }

  /**
   * @param busyTicks of user, system and nice
   */
  MacLoad(int cores, Supplier<int[]> busyTicks, DoubleSupplier guestSeconds, Clock clock) {
    this.cores = cores;
    this.busyTicks = busyTicks;
    this.guestSeconds = guestSeconds;
    this.clock = clock;
  }

  @Override
  public LoadSample sample(Collection<GuestId> guests) {
    final Duration own = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return new LoadSample(
        clock.nanos(),
        cores,
        ticks.add(busyTicks.get()) / TICKS_A_SECOND,
        guestSeconds.getAsDouble(),
        own.toNanos() / 1e9);
  }

  private static int[] ask() {
    final HostCpuLoadInfo load = new HostCpuLoadInfo();
    final int host = SystemB.INSTANCE.mach_host_self();
    try {
      final int result =
          SystemB.INSTANCE.host_statistics(
              host,
              SystemB.HOST_CPU_LOAD_INFO,
              load,
              new IntByReference(load.size() / Integer.BYTES));
      if (result != 0) {
        throw new IllegalStateException("host_statistics failed with error " + result);
      }
    } finally {
      SystemB.INSTANCE.mach_port_deallocate(SystemB.INSTANCE.mach_task_self(), host);
    }
    return new int[] {
      load.cpu_ticks[SystemB.CPU_STATE_USER],
      load.cpu_ticks[SystemB.CPU_STATE_SYSTEM],
      load.cpu_ticks[SystemB.CPU_STATE_NICE]
    };
  }
}
