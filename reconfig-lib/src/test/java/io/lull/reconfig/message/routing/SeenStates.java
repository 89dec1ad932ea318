package io.lull.reconfig.message.routing;

/**
 * States that were seen, each by 128 bits of its description: for tens of millions of states it is
 * less likely that two have the same bits than that the machine errs.
 */
final class SeenStates {
  private static final int FIRST_CAPACITY = 1 << 16;
  private static final long FIRST_FACTOR = 0x9E3779B97F4A7C15L;
  private static final long SECOND_FACTOR = 0xC2B2AE3D27D4EB4FL;

  /** Two numbers for each; both 0: none. */
  private long[] bits = new long[2 * FIRST_CAPACITY];

  private int size;

  /** Whether it was not seen before. */
  boolean add(String state) {
    long first = 1;
    long second = 2;
    for (int i = 0; i < state.length(); i++) {
      first = (first ^ state.charAt(i)) * FIRST_FACTOR;
      first ^= first >>> 29;
      second = (second + state.charAt(i)) * SECOND_FACTOR;
      second ^= second >>> 31;
    }
    if (!put(bits, first | 1, second)) {
      return false;
    }
    size++;
    if (size > bits.length / 4) {
      grow();
    }
    return true;
  }

  int size() {
    return size;
  }

  private static boolean put(long[] table, long first, long second) {
    final int mask = table.length / 2 - 1;
    int at = (int) (second ^ first >>> 32) & mask;
    while (table[2 * at] != 0) {
      if (table[2 * at] == first && table[2 * at + 1] == second) {
        return false;
      }
      at = at + 1 & mask;
    }
    table[2 * at] = first;
    table[2 * at + 1] = second;
    return true;
  }

  private void grow() {
    final long[] wider = new long[2 * bits.length];
    for (int i = 0; i < bits.length; i += 2) {
      if (bits[i] != 0) {
        put(wider, bits[i], bits[i + 1]);
      }
    }
    bits = wider;
  }
}
