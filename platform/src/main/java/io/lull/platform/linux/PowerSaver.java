package io.lull.platform.linux;

import io.lull.platform.linux.dbus.BusAddress;
import io.lull.platform.linux.dbus.PowerProfiles;
import io.lull.protocol.time.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the owner has asked the machine to save power: by the desktop's power profile, or by the
 * firmware's if no service offers profiles. For one thread.
 */
final class PowerSaver implements BooleanSupplier {
  private static final Logger LOG = LoggerFactory.getLogger(PowerSaver.class);
  private static final String FRUGAL = "low-power";

  private final ProcFiles firmware;
  private final @Nullable BusAddress bus;
  private final Clock clock;
  private @Nullable PowerProfiles profiles;

  PowerSaver(Path sys, Map<String, String> environment, Clock clock) {
    this.firmware = new ProcFiles(sys.resolve("firmware/acpi"));
    this.bus = address(environment);
    this.clock = clock;
  }

  private static @Nullable BusAddress address(Map<String, String> environment) {
    try {
      return BusAddress.system(environment);
    } catch (IllegalArgumentException e) {
      LOG.warn("the desktop's power profile is not heard: {}", e.getMessage());
      return null;
    }
  }

  @Override
  public boolean getAsBoolean() {
    return firmware.text("platform_profile").map(String::strip).orElse("").equals(FRUGAL)
        || byProfile();
  }

  /** Without a bus there is no retry, since retries would wake the machine. */
  private boolean byProfile() {
    if (profiles == null
        && bus != null
        && (bus.inAbstractSpace() || Files.exists(Path.of(bus.place())))) {
      profiles = new PowerProfiles(bus, clock);
    }
    return profiles != null && profiles.getAsBoolean();
  }
}
