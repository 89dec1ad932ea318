package io.lull.platform.linux;

/** Pending signals in {@code /proc/PID/task/TID/status}, see proc(5). */
final class PendingSignals {
  private PendingSignals() {}

  /** Whether the signal is pending for the thread or for its whole process. */
  static boolean in(String status, int signal) {
    return status
        .lines()
        .filter(line -> line.startsWith("SigPnd:") || line.startsWith("ShdPnd:"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) >>> (signal - 1) & 1) == 1);
  }
}
