package io.lull.reconfig.vector;

import static io.lull.reconfig.memory.ProcessMemory.ALL;

import java.lang.foreign.ValueLayout;

/** Without vectors. */
final class PlainRows implements RowArithmetic {
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

  @Override
  public void products(long a, long b, long count, double[] lanes) {
    for (int lane = 0; lane < LANES; lane++) {
      double sum = 0;
      for (long k = lane; k < count; k += LANES) {
        final long at = k * Double.BYTES;
        sum += ALL.get(DOUBLE, a + at) * ALL.get(DOUBLE, b + at);
      }
      lanes[lane] = sum;
    }
  }

  @Override
  public void products(long a, long b, long count, float[] lanes) {
    for (int lane = 0; lane < LANES; lane++) {
      float sum = 0;
      for (long k = lane; k < count; k += LANES) {
        final long at = k * Float.BYTES;
        sum += ALL.get(FLOAT, a + at) * ALL.get(FLOAT, b + at);
      }
      lanes[lane] = sum;
    }
  }

  @Override
  public void addScaled(long a, double factor, long b, long count) {
    for (long at = 0; at < count * Double.BYTES; at += Double.BYTES) {
      ALL.set(DOUBLE, a + at, ALL.get(DOUBLE, a + at) + factor * ALL.get(DOUBLE, b + at));
    }
  }

  @Override
  public void addScaled(long a, float factor, long b, long count) {
    for (long at = 0; at < count * Float.BYTES; at += Float.BYTES) {
      ALL.set(FLOAT, a + at, ALL.get(FLOAT, a + at) + factor * ALL.get(FLOAT, b + at));
    }
  }
}
