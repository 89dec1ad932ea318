package io.lull.platform.linux;

import io.lull.platform.power.PowerSource;
import io.lull.platform.power.PowerState;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Mains or battery by {@code /sys/class/power_supply}; a mouse's battery is not the computer's. */
public final class LinuxPower implements PowerSource {
  private final Path root;

  public LinuxPower() {
    this(Path.of("/sys/class/power_supply"));
  }

  LinuxPower(Path root) {
    this.root = root;
  }

  @Override
  public PowerState state() {
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
