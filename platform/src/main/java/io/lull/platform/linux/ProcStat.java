package io.lull.platform.linux;

import java.util.Optional;

/**
 * The content of {@code /proc/PID/stat}, see proc(5).
 *
 * @param ticks of processor time, including ended children, in {@link #PER_SECOND}
 * @param lowest whether it runs at the lowest priority
 */
record ProcStat(
    long pid, char state, long parent, Group group, Ticks ticks, boolean lowest, long startTicks) {
  /** USER_HZ: 100 on every architecture that Java runs on. */
  static final double PER_SECOND = 100;

  private static final int SCHED_IDLE = 5;

  record Group(long process, long session) {}

  record Ticks(long own, long children) {}

  /** Of this process. */
  static Ticks self(ProcFiles proc) {
    return proc.text("self/stat")
        .flatMap(ProcStat::parse)
        .map(ProcStat::ticks)
        .orElse(new Ticks(0, 0));
  }

  /** Stopped by a signal. */
  boolean stopped() {
    return state == 'T' || state == 't';
  }

  /** Ended, its memory free. */
  boolean ended() {
    return state == 'Z' || state == 'X' || state == 'x';
  }

  static Optional<ProcStat> parse(String text) {
    // The name in parentheses may contain anything, even parentheses and spaces.
    final int open = text.indexOf('(');
    final int close = text.lastIndexOf(')');
    if (open < 1 || close < open) {
      return Optional.empty();
    }
    final String[] f = text.substring(close + 1).strip().split(" ");
    if (f.length < 20) {
      return Optional.empty();
    }
    try {
      final int policy = f.length > 38 ? Integer.parseInt(f[38]) : 0;
      return Optional.of(
          new ProcStat(
              Long.parseLong(text.substring(0, open).strip()),
              f[0].charAt(0),
              Long.parseLong(f[1]),
              new Group(Long.parseLong(f[2]), Long.parseLong(f[3])),
              new Ticks(
                  Long.parseLong(f[11]) + Long.parseLong(f[12]),
                  Long.parseLong(f[13]) + Long.parseLong(f[14])),
              policy == SCHED_IDLE || Integer.parseInt(f[16]) == 19,
              Long.parseLong(f[19])));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
