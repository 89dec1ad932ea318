package io.lull.platform.macos.system;

import com.sun.jna.platform.mac.CoreFoundation.CFArrayRef;
import com.sun.jna.platform.mac.CoreFoundation.CFDictionaryRef;
import com.sun.jna.platform.mac.CoreFoundation.CFTypeRef;
import com.sun.jna.platform.mac.IOKit;
import io.lull.platform.machine.PowerSource;
import io.lull.platform.machine.PowerState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The batteries in the system's list, and its low power mode. */
public final class MacPower implements PowerSource {
  private static final String MAINS = "AC Power";

  private final Supplier<List<Battery>> batteries;
  private final ProcessState state;

  public MacPower() {
    this(MacPower::list, new ProcessState.Native());
  }

  MacPower(Supplier<List<Battery>> batteries, ProcessState state) {
    this.batteries = batteries;
    this.state = state;
  }

  /**
   * @param source of the present power supply
   */
  record Battery(String source, double charge) {}

  @Override
  public PowerState state() {
    final List<Battery> all = batteries.get();
    return new PowerState(
        all.stream().allMatch(battery -> battery.source().equals(MAINS)),
        all.stream().mapToDouble(Battery::charge).average().orElse(1),
        state.lowPower());
  }

  private static List<Battery> list() {
    final CFTypeRef sources = IOKit.INSTANCE.IOPSCopyPowerSourcesInfo();
    if (sources == null) {
      return List.of();
    }
    try {
      final CFArrayRef list = IOKit.INSTANCE.IOPSCopyPowerSourcesList(sources);
      if (list == null) {
        return List.of();
      }
      try {
        final List<Battery> batteries = new ArrayList<>();
        for (int i = 0; i < list.getCount(); i++) {
          final CFDictionaryRef found =
              IOKit.INSTANCE.IOPSGetPowerSourceDescription(
                  sources, new CFTypeRef(list.getValueAtIndex(i)));
          if (found != null) {
            final PropertyDictionary each = new PropertyDictionary(found, false);
            if (each.flag("Is Present")) {
              batteries.add(battery(each));
            }
          }
        }
        return batteries;
      } finally {
        list.release();
      }
    } finally {
      sources.release();
    }
  }

  private static Battery battery(PropertyDictionary each) {
    final double most = Math.max(1, each.number("Max Capacity").orElse(100));
    return new Battery(
        each.text("Power Source State").orElse(""),
        Math.clamp(each.number("Current Capacity").orElse(0) / most, 0.0, 1.0));
  }
}
