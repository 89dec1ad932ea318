package io.lull.platform.machine;

/**
 * Shares, 0 to 1, since the last look; what cannot be told is 0.
 *
 * @param ownerDisk of the time that the busiest disk was at work for others than guests
 * @param ownerNetwork of the capacity of the busiest link, taken by others than guests
 */
public record Traffic(double ownerDisk, double ownerNetwork) {
  public static final Traffic NONE = new Traffic(0, 0);
}
