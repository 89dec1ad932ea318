package io.lull.platform.macos.system;

import io.lull.platform.machine.Heat;
import io.lull.platform.machine.HeatSource;

/** The system's thermal state; sensors it shows to nobody. */
public final class MacHeat implements HeatSource {
  /** From here on the system slows programs down. */
  private static final long SERIOUS = 2;

  private final ProcessState state;

  public MacHeat() {
    this(new ProcessState.Native());
  }

  MacHeat(ProcessState state) {
    this.state = state;
  }

  @Override
  public Heat heat() {
    return new Heat(Double.NaN, state.thermalState() >= SERIOUS);
  }
}
