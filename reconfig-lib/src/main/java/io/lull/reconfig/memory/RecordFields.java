package io.lull.reconfig.memory;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * How the fields of records lie in memory: anywhere, and little-endian on every machine, so that
 * records travel as they lie.
 */
public final class RecordFields {
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

  public static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ORDER);
  public static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ORDER);
  public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ORDER);
  public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ORDER);

  private RecordFields() {}
}
