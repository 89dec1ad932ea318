package io.lull.platform.machine;

/**
 * Shares, 0 to 1, since the last look; 0 if not known.
 *
 * @param ownerDisk of the time in which the busiest disk worked for others than guests
 * @param ownerNetwork of the capacity of the busiest link, used by others than guests
 */
public record Traffic(double ownerDisk, double ownerNetwork) {
  public static final Traffic NONE = new Traffic(0, 0);
}
