package io.lull.platform.macos.system;

import org.jspecify.annotations.Nullable;

/** Adds up counts of 32 bits, which begin again after some weeks on a machine of many cores. */
final class CpuTicks {
  private static final long MASK = 0xffff_ffffL;

  private int @Nullable [] last;
  private long total;

  /** All that was counted, of whatever place, since the first question. */
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
