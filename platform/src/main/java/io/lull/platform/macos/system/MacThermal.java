package io.lull.platform.macos.system;

import io.lull.platform.machine.ThermalState;
import io.lull.platform.machine.ThermalSource;

/** The system's thermal state; sensors it shows to nobody. */
public final class MacThermal implements ThermalSource {
  /** From here on the system slows programs down. */
  private static final long SERIOUS = 2;

  private final ProcessState state;

  public MacThermal() {
    this(new ProcessState.Native());
  }

  MacThermal(ProcessState state) {
    this.state = state;
  }

  @Override
  public ThermalState heat() {
    return new ThermalState(Double.NaN, state.thermalState() >= SERIOUS);
  }
}
