package io.lull.platform.linux;

/**
 * What {@code /proc/stat} says of all processors, see proc(5).
 *
 * @param busy neither idle, nor waiting for a disk, nor taken by the host
 */
record TotalTicks(long busy, int cores) {
  private static final int USER = 1;
  private static final int NICE = 2;
  private static final int SYSTEM = 3;
  private static final int IRQ = 6;
  private static final int SOFTIRQ = 7;

  static TotalTicks parse(String text) {
    long busy = 0;
    int cores = 0;
    for (final String line : text.split("\n")) {
      final String[] f = line.split(" +");
      if (f[0].equals("cpu") && f.length > SOFTIRQ) {
        for (final int field : new int[] {USER, NICE, SYSTEM, IRQ, SOFTIRQ}) {
          busy += Long.parseLong(f[field]);
        }
      } else if (f[0].startsWith("cpu")) {
        cores++;
      }
    }
    return new TotalTicks(busy, Math.max(1, cores));
  }
}
