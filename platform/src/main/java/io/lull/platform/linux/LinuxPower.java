package io.lull.platform.linux;

import io.lull.platform.machine.PowerSource;
import io.lull.platform.machine.PowerState;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Mains or battery from {@code /sys/class/power_supply}; a mouse's battery is not the computer's.
 */
public final class LinuxPower implements PowerSource {
  private final Path root;
  private final BooleanSupplier saver;

  public LinuxPower(Map<String, String> environment, Clock clock) {
    this(Path.of("/sys/class/power_supply"), new PowerSaver(Path.of("/sys"), environment, clock));
  }

  LinuxPower(Path root, BooleanSupplier saver) {
    this.root = root;
    this.saver = saver;
  }

  @Override
  public PowerState state() {
    final PowerState supply = supply();
    return new PowerState(supply.mains(), supply.charge(), saver.getAsBoolean());
  }

  private PowerState supply() {
    boolean mains = false;
    boolean discharging = false;
    final List<Double> charges = new ArrayList<>();
    try (DirectoryStream<Path> supplies = Files.newDirectoryStream(root)) {
      for (final Path supply : supplies) {
        if (read(supply, "scope").equals("Device")) {
          continue;
        }
        if (read(supply, "type").equals("Battery")) {
          discharging |= read(supply, "status").equals("Discharging");
          final String capacity = read(supply, "capacity");
          if (capacity.matches("\\d{1,3}")) {
            charges.add(Integer.parseInt(capacity) / 100.0);
          }
        } else {
          mains |= read(supply, "online").equals("1");
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return PowerState.MAINS;
    }
    return mains || !discharging
        ? PowerState.MAINS
        : new PowerState(
            false, charges.stream().mapToDouble(Double::doubleValue).average().orElse(0), false);
  }

  private static String read(Path supply, String name) {
    try {
      return Files.readString(supply.resolve(name)).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
