package io.lull.platform.fallback;

import io.lull.platform.machine.PowerSource;
import io.lull.platform.machine.PowerState;
import java.util.List;
import oshi.SystemInfo;

/** Mains or battery by OSHI. */
public final class OshiPower implements PowerSource {
  @Override
  public PowerState state() {
    final List<? extends oshi.hardware.PowerSource> batteries =
        new SystemInfo()
            .getHardware().getPowerSources().stream()
                .filter(source -> source.getMaxCapacity() > 0)
                .toList();
    if (batteries.stream().noneMatch(oshi.hardware.PowerSource::isDischarging)) {
      return PowerState.MAINS;
    }
    return new PowerState(
        false,
        batteries.stream()
            .mapToDouble(oshi.hardware.PowerSource::getRemainingCapacityPercent)
            .average()
            .orElse(0),
        false);
  }
}
