package io.lull.platform.linux;

import io.lull.platform.machine.ThermalSource;
import io.lull.platform.machine.ThermalState;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The processors' warmest sensor and the count of throttling events, from {@code /sys}. The sensors
 * of the processor's package are preferred; the mainboard's are used only without them.
 */
public final class LinuxThermal implements ThermalSource {
  /** Unconnected sensors report values outside of this range. */
  private static final double LEAST_CELSIUS = 1;

  private static final double GREATEST_CELSIUS = 150;

  /** A computer without a sensor rarely gets one, and the search is expensive. */
  private static final int LOOK_FOR_SENSORS_EVERY = 30;

  private final Path sys;
  private @Nullable List<Path> sensors;
  private int untilLookForSensors;
  private @Nullable List<Path> counters;
  private long throttledBefore = -1;

  public LinuxThermal() {
    this(Path.of("/sys"));
  }

  LinuxThermal(Path sys) {
    this.sys = sys;
  }

  @Override
  public ThermalState heat() {
    final List<Path> asked = sensors();
    final double warmest =
        asked.stream()
            .flatMapToLong(file -> number(file).stream())
            .mapToDouble(millis -> millis / 1000.0)
            .filter(celsius -> celsius >= LEAST_CELSIUS && celsius <= GREATEST_CELSIUS)
            .max()
            .orElse(Double.NaN);
    if (Double.isNaN(warmest)) {
      // Drivers come and go, and may give a sensor another name.
      untilLookForSensors = asked.isEmpty() ? untilLookForSensors : 0;
      sensors = null;
    }
    return new ThermalState(warmest, throttled());
  }

  private List<Path> sensors() {
    if (sensors == null && untilLookForSensors-- <= 0) {
      untilLookForSensors = LOOK_FOR_SENSORS_EVERY;
      sensors = findSensors();
    }
    return sensors == null ? List.of() : sensors;
  }

  private boolean throttled() {
    if (counters == null) {
      counters =
          folders(sys.resolve("devices/system/cpu"), name -> name.matches("cpu\\d+")).stream()
              .map(cpu -> cpu.resolve("thermal_throttle"))
              .filter(Files::isDirectory)
              .flatMap(cpu ->
                  List.of(cpu.resolve("core_throttle_count"), cpu.resolve("package_throttle_count"))
                      .stream())
              .toList();
    }
    final long now = counters.stream().flatMapToLong(file -> number(file).stream()).sum();
    final boolean more = throttledBefore >= 0 && now > throttledBefore;
    throttledBefore = now;
    return more;
  }

  private List<Path> findSensors() {
    final List<Path> zones = folders(sys.resolve("class/thermal"), n -> n.startsWith("thermal_"));
    final List<Path> chips = folders(sys.resolve("class/hwmon"), n -> n.startsWith("hwmon"));
    final List<Path> ofProcessors = new ArrayList<>();
    zones.stream()
        .filter(zone -> isProcessors(text(zone.resolve("type")).orElse("")))
        .forEach(zone -> ofProcessors.add(zone.resolve("temp")));
    chips.stream()
        .filter(chip -> isProcessorChip(text(chip.resolve("name")).orElse("")))
        .forEach(chip -> ofProcessors.addAll(inputs(chip)));
    if (!ofProcessors.isEmpty()) {
      return ofProcessors;
    }
    return zones.stream()
        .filter(zone -> text(zone.resolve("type")).orElse("").equals("acpitz"))
        .map(zone -> zone.resolve("temp"))
        .toList();
  }

  private static boolean isProcessors(String type) {
    final String name = type.toLowerCase(Locale.ROOT);
    return name.equals("x86_pkg_temp") || name.contains("cpu") || name.startsWith("soc");
  }

  private static boolean isProcessorChip(String name) {
    return List.of("coretemp", "k10temp", "k8temp", "zenpower", "cpu_thermal").contains(name);
  }

  private static List<Path> inputs(Path chip) {
    return folders(chip, name -> name.matches("temp\\d+_input"));
  }

  private static List<Path> folders(Path folder, Predicate<String> named) {
    final List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (final Path entry : entries) {
        if (named.test(String.valueOf(entry.getFileName()))) {
          found.add(entry);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return List.of();
    }
    found.sort(null);
    return found;
  }

  private static OptionalLong number(Path file) {
    try {
      return text(file).map(Long::parseLong).map(OptionalLong::of).orElse(OptionalLong.empty());
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
