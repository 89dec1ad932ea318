package io.lull.platform.windows.system;

import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.WinBase.FILETIME;
import io.lull.platform.guest.GuestId;
import io.lull.platform.machine.LoadSample;
import io.lull.platform.machine.LoadSource;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** The system's times, minus those of the guests' job objects, which include ended processes. */
public final class WindowsLoad implements LoadSource {
  private static final double UNITS_A_SECOND = 1e7;

  private final int cores;
  private final Supplier<Times> system;
  private final DoubleSupplier guestSeconds;
  private final Clock clock;

  /**
   * @param guestSeconds of all guests so far
   */
  public WindowsLoad(int cores, DoubleSupplier guestSeconds, Clock clock) {
    this(cores, WindowsLoad::times, guestSeconds, clock);
  }

  WindowsLoad(int cores, Supplier<Times> system, DoubleSupplier guestSeconds, Clock clock) {
    this.cores = cores;
    this.system = system;
    this.guestSeconds = guestSeconds;
    this.clock = clock;
  }

  /**
   * Of all processors, in units of 100 ns.
   *
   * @param kernel including the idle time
   */
  record Times(long idle, long kernel, long user) {
    double busySeconds() {
      return (kernel - idle + user) / UNITS_A_SECOND;
    }
  }

  @Override
  public LoadSample sample(Collection<GuestId> guests) {
    final Duration own = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return new LoadSample(
        clock.nanos(),
        cores,
        system.get().busySeconds(),
        guestSeconds.getAsDouble(),
        own.toNanos() / 1e9);
  }

  private static Times times() {
    final FILETIME idle = new FILETIME();
    final FILETIME kernel = new FILETIME();
    final FILETIME user = new FILETIME();
    WindowsError.unless(Kernel32.INSTANCE.GetSystemTimes(idle, kernel, user), "GetSystemTimes");
    return new Times(units(idle), units(kernel), units(user));
  }

  private static long units(FILETIME time) {
    return ((long) time.dwHighDateTime << 32) | (time.dwLowDateTime & 0xffff_ffffL);
  }
}
