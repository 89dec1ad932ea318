package io.lull.platform.guest;

/**
 * One process for good: the number alone is used again by the system, even more so after a reboot.
 *
 * @param startTicks when it started, in the system's own unit
 * @param boot which start of the machine
 */
public record GuestId(long pid, long startTicks, String boot) {

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException when it is not that
   */
  public static GuestId parse(String text) {
    final String[] parts = text.strip().split(":", 3);
    if (parts.length < 3) {
      throw new IllegalArgumentException("'" + text + "' does not name a guest process");
    }
    return new GuestId(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]);
  }

  @Override
  public String toString() {
    return pid + ":" + startTicks + ":" + boot;
  }
}
