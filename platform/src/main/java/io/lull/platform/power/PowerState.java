package io.lull.platform.power;

/**
 * @param mains true also where there is no battery
 * @param charge of the batteries, 0 to 1
 */
public record PowerState(boolean mains, double charge) {
  public static final PowerState MAINS = new PowerState(true, 1.0);
}
