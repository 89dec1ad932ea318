package io.lull.platform.macos.system;

import org.jspecify.annotations.Nullable;

/** Adds up counters of 32 bits, which overflow after some weeks on a machine with many cores. */
final class CpuTicks {
  private static final long MASK = 0xffff_ffffL;

  private int @Nullable [] last;
  private long total;

  /** The total of all counters since the first query. */
  long add(int[] counts) {
    final int[] before = last;
    if (before != null) {
      for (int i = 0; i < counts.length; i++) {
        total += (counts[i] - before[i]) & MASK;
      }
    }
    last = counts.clone();
    return total;
  }
}
