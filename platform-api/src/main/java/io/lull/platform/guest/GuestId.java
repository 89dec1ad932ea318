package io.lull.platform.guest;

/**
 * Identifies one process for good: the system reuses its number, all the more after a reboot.
 *
 * @param startTicks when it started, in the system's own unit
 * @param boot which start of the machine
 */
public record GuestId(long pid, long startTicks, String boot) {
  private static final String ANY_BOOT = "any";

  /** Where the time of the start also tells apart processes of two starts of the machine. */
  public static GuestId ofAnyBoot(long pid, long startTicks) {
    return new GuestId(pid, startTicks, ANY_BOOT);
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException for any other text
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
