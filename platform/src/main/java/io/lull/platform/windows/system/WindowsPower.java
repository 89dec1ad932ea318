package io.lull.platform.windows.system;

import com.sun.jna.Native;
import com.sun.jna.Structure;
import com.sun.jna.win32.StdCallLibrary;
import com.sun.jna.win32.W32APIOptions;
import io.lull.platform.machine.PowerSource;
import io.lull.platform.machine.PowerState;
import java.util.function.Supplier;

/** The system's power status. An unknown supply counts as the battery. */
public final class WindowsPower implements PowerSource {
  private static final int ON_MAINS = 1;
  private static final int NO_BATTERY = 128;
  private static final int UNKNOWN = 255;
  private static final double PERCENT = 100;

  private final Supplier<Status> system;

  public WindowsPower() {
    this(WindowsPower::ask);
  }

  WindowsPower(Supplier<Status> system) {
    this.system = system;
  }

  /**
   * As Windows counts; each 255 if not known.
   *
   * @param percent of the battery
   */
  record Status(int line, int battery, int percent, boolean saver) {}

  @Override
  public PowerState state() {
    final Status status = system.get();
    final boolean none = status.battery() != UNKNOWN && (status.battery() & NO_BATTERY) != 0;
    if (none && status.line() != ON_MAINS) {
      return new PowerState(true, 1.0, status.saver());
    }
    final double charge =
        none ? 1.0 : status.percent() == UNKNOWN ? 0 : Math.min(1, status.percent() / PERCENT);
    return new PowerState(status.line() == ON_MAINS, charge, status.saver());
  }

  private static Status ask() {
    final SystemPowerStatus status = new SystemPowerStatus();
    if (!Kernel.CALLS.GetSystemPowerStatus(status)) {
      return new Status(UNKNOWN, UNKNOWN, UNKNOWN, false);
    }
    return new Status(
        status.acLine & 0xFF,
        status.batteryFlag & 0xFF,
        status.batteryPercent & 0xFF,
        status.saver != 0);
  }

  /** Functions of {@code kernel32.dll} that jna-platform lacks. */
  interface Kernel extends StdCallLibrary {
    Kernel CALLS = Native.load("kernel32", Kernel.class, W32APIOptions.DEFAULT_OPTIONS);

    boolean GetSystemPowerStatus(SystemPowerStatus status);
  }

  /** {@code SYSTEM_POWER_STATUS}. */
  @Structure.FieldOrder({
    "acLine",
    "batteryFlag",
    "batteryPercent",
    "saver",
    "secondsLeft",
    "secondsFull"
  })
  public static final class SystemPowerStatus extends Structure {
    public byte acLine;
    public byte batteryFlag;
    public byte batteryPercent;
    public byte saver;
    public int secondsLeft;
    public int secondsFull;
  }
}
