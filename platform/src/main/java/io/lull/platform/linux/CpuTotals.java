package io.lull.platform.linux;

import java.util.Set;
import java.util.StringTokenizer;

/**
 * Totals of all processors from {@code /proc/stat}, see proc(5).
 *
 * @param busy neither idle, nor waiting for a disk, nor used by the host
 */
record CpuTotals(long busy, int cores) {
  private static final int USER = 1;
  private static final int NICE = 2;
  private static final int SYSTEM = 3;
  private static final int IRQ = 6;
  private static final int SOFTIRQ = 7;
  private static final Set<Integer> BUSY = Set.of(USER, NICE, SYSTEM, IRQ, SOFTIRQ);

  /** The processors' lines come first; those of interrupts, which follow, are far longer. */
  static CpuTotals parse(String text) {
    long busy = 0;
    int cores = 0;
    for (int start = 0; text.startsWith("cpu", start); ) {
      final int newline = text.indexOf('\n', start);
      final int end = newline < 0 ? text.length() : newline;
      final StringTokenizer words = new StringTokenizer(text.substring(start, end));
      if (words.nextToken().equals("cpu")) {
        for (int field = USER; field <= SOFTIRQ && words.hasMoreTokens(); field++) {
          final long ticks = Long.parseLong(words.nextToken());
          busy += BUSY.contains(field) ? ticks : 0;
        }
      } else {
        cores++;
      }
      start = newline < 0 ? end : newline + 1;
    }
    return new CpuTotals(busy, Math.max(1, cores));
  }
}
