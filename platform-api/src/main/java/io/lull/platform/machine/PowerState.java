package io.lull.platform.machine;

/**
 * @param mains true also if there is no battery
 * @param charge of the batteries, 0 to 1
 * @param saver the owner, or the system for them, has asked all programs to save power
 */
public record PowerState(boolean mains, double charge, boolean saver) {
  public static final PowerState MAINS = new PowerState(true, 1.0, false);
}
