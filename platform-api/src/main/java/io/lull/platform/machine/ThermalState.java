package io.lull.platform.machine;

/**
 * @param celsius the warmest sensor of the processors; {@link Double#NaN}: none
 * @param throttled the system slowed the processors down for heat since the last look
 */
public record ThermalState(double celsius, boolean throttled) {
  public static final ThermalState UNKNOWN = new ThermalState(Double.NaN, false);
}
