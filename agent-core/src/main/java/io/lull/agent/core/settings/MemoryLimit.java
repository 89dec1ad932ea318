package io.lull.agent.core.settings;

import io.lull.protocol.text.Sizes;
import java.util.Comparator;

/**
 * @param bytes 0: the share applies
 * @param share of the machine's memory, 0 to 1
 */
public record MemoryLimit(long bytes, double share) {
  static final String FORM = "a size of at least 64M, or a percentage from 1% to 95%";

  /** Any share counts as more than any size, since the machine's memory is unknown here. */
  static final Comparator<MemoryLimit> ORDER =
      Comparator.comparingDouble(MemoryLimit::share).thenComparingLong(MemoryLimit::bytes);

  private static final long LEAST_BYTES = 64L << 20;

  static MemoryLimit parse(String text) {
    final String stripped = text.strip();
    if (stripped.endsWith("%")) {
      return new MemoryLimit(
          0, Setting.number(stripped.substring(0, stripped.length() - 1), 1, 95) / 100);
    }
    final long bytes = Sizes.parse(stripped);
    if (bytes < LEAST_BYTES) {
      throw new IllegalArgumentException("too small");
    }
    return new MemoryLimit(bytes, 0);
  }

  /** The limit on a machine with this much memory. */
  public long of(long machineBytes) {
    return bytes > 0 ? Math.min(bytes, machineBytes) : (long) (share * machineBytes);
  }
}
