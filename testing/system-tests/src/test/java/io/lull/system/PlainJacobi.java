package io.lull.system;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Jacobi's iteration as a plain loop in one thread, knowing nothing of the system it judges. */
final class PlainJacobi {
  private final int size;
  private double[] now;
  private double change;

  PlainJacobi(int size, int iterations) {
    this.size = size;
    this.now = start();
    double[] next = start();
    for (int i = 0; i < iterations; i++) {
      step(next);
      final double[] before = now;
      now = next;
      next = before;
    }
  }

  /** As in {@code solution.f64}. */
  byte[] bytes() {
    final ByteBuffer buffer =
        ByteBuffer.allocate(now.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    buffer.asDoubleBuffer().put(now);
    return buffer.array();
  }

  double sum() {
    double sum = 0;
    for (final double value : now) {
      sum += value;
    }
    return sum;
  }

  double change() {
    return change;
  }

  private double[] start() {
    final double[] cells = new double[size * size];
    java.util.Arrays.fill(cells, 0, size, 1.0);
    return cells;
  }

  private void step(double[] next) {
    change = 0;
    for (int row = 1; row < size - 1; row++) {
      for (int column = 1; column < size - 1; column++) {
        final int c = row * size + column;
        next[c] = 0.25 * ((now[c - size] + now[c + size]) + (now[c - 1] + now[c + 1]));
        change = Math.max(change, Math.abs(next[c] - now[c]));
      }
    }
  }
}
