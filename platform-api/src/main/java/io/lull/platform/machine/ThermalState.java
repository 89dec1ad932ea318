package io.lull.platform.machine;

/**
 * @param celsius of the processors, the warmest sensor; {@link Double#NaN}: there is none
 * @param throttled the system slowed the processors down for their heat since the last look
 */
public record ThermalState(double celsius, boolean throttled) {
  public static final ThermalState UNKNOWN = new ThermalState(Double.NaN, false);
}
