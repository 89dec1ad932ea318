package io.lull.apps.anneal;

import java.io.BufferedWriter;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * The shortest closed tour of points that lie evenly on a circle of radius 1: the best is known, 2
 * n sin(pi / n). A move turns a part of the tour around.
 */
final class Tour implements Arrangement {
  private final int count;
  private final double[] x;
  private final double[] y;
  private final int[] order;
  private double energy;
  private int from;
  private int to;
  private double energyBefore;

  Tour(int count, SplittableRandom random) {
    this.count = count;
    this.x = new double[count];
    this.y = new double[count];
    this.order = new int[count];
    for (int i = 0; i < count; i++) {
      x[i] = StrictMath.cos(2 * Math.PI * i / count);
      y[i] = StrictMath.sin(2 * Math.PI * i / count);
      final int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    energy = length();
  }

  private double distance(int a, int b) {
    final double across = x[order[a]] - x[order[b]];
    final double along = y[order[a]] - y[order[b]];
    return Math.sqrt(across * across + along * along);
  }

  private double length() {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += distance(i, (i + 1) % count);
    }
    return sum;
  }

  @Override
  public double energy() {
    return energy;
  }

  @Override
  public double move(double size, SplittableRandom random) {
    energyBefore = energy;
    final int a = random.nextInt(count);
    final int b = random.nextInt(count);
    from = Math.min(a, b);
    to = Math.max(a, b);
    final int before = (from + count - 1) % count;
    final int after = (to + 1) % count;
    if (before != to) {
      energy +=
          distance(before, to)
              + distance(from, after)
              - distance(before, from)
              - distance(to, after);
    }
    turn();
    return energy - energyBefore;
  }

  private void turn() {
    for (int i = from, j = to; i < j; i++, j--) {
      final int point = order[i];
      order[i] = order[j];
      order[j] = point;
    }
  }

  @Override
  public void undo() {
    turn();
    energy = energyBefore;
  }

  @Override
  public double[] values() {
    final double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = order[i];
    }
    return values;
  }

  @Override
  public void set(double[] values) {
    for (int i = 0; i < count; i++) {
      order[i] = (int) values[i];
    }
    energy = length();
  }

  @Override
  public void write(BufferedWriter out) throws IOException {
    out.write("x,y\n");
    for (final int point : order) {
      out.write(x[point] + "," + y[point] + "\n");
    }
  }
}
