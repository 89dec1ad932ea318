package io.lull.apps.anneal;

import java.io.BufferedWriter;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * Particles on a sphere whose radius is free, with the potential of Lennard-Jones: the energy of
 * two is -1 at their best distance, 2 to the 1/6.
 */
final class Particles implements Arrangement {
  /** The radius changes in one of so many moves, beside one for each particle. */
  private static final int RADIUS = -1;

  private final int count;

  /** Unit vectors, and then the radius. */
  private final double[] values;

  private double energy;
  private int moved;
  private final double[] before = new double[3];
  private double energyBefore;

  Particles(int count, SplittableRandom random) {
    this.count = count;
    this.values = new double[3 * count + 1];
    for (int i = 0; i < count; i++) {
      final double z = 2 * random.nextDouble() - 1;
      final double angle = 2 * Math.PI * random.nextDouble();
      final double across = Math.sqrt(1 - z * z);
      values[3 * i] = across * StrictMath.cos(angle);
      values[3 * i + 1] = across * StrictMath.sin(angle);
      values[3 * i + 2] = z;
    }
    values[3 * count] = 0.3 + 0.4 * Math.sqrt(count);
    energy = total();
  }

  private double radius() {
    return values[3 * count];
  }

  private double pair(int i, int j) {
    final double x = values[3 * i] - values[3 * j];
    final double y = values[3 * i + 1] - values[3 * j + 1];
    final double z = values[3 * i + 2] - values[3 * j + 2];
    final double square = (x * x + y * y + z * z) * radius() * radius();
    final double sixth = 1 / (square * square * square);
    return 4 * sixth * (sixth - 1);
  }

  private double of(int particle) {
    double sum = 0;
    for (int other = 0; other < count; other++) {
      if (other != particle) {
        sum += pair(particle, other);
      }
    }
    return sum;
  }

  private double total() {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < i; j++) {
        sum += pair(i, j);
      }
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
    final int chosen = random.nextInt(count + 1);
    if (chosen == count) {
      moved = RADIUS;
      before[0] = radius();
      values[3 * count] *= 1 + size * (2 * random.nextDouble() - 1) / 4;
      energy = total();
    } else {
      moved = chosen;
      System.arraycopy(values, 3 * chosen, before, 0, before.length);
      final double own = of(chosen);
      turn(chosen, size, random);
      energy += of(chosen) - own;
    }
    return energy - energyBefore;
  }

  private void turn(int particle, double size, SplittableRandom random) {
    double square = 0;
    for (int k = 0; k < before.length; k++) {
      values[3 * particle + k] += size * (2 * random.nextDouble() - 1);
      square += values[3 * particle + k] * values[3 * particle + k];
    }
    final double length = Math.sqrt(square);
    for (int k = 0; k < before.length; k++) {
      values[3 * particle + k] /= length;
    }
  }

  @Override
  public void undo() {
    if (moved == RADIUS) {
      values[3 * count] = before[0];
    } else {
      System.arraycopy(before, 0, values, 3 * moved, before.length);
    }
    energy = energyBefore;
  }

  @Override
  public double[] values() {
    return values.clone();
  }

  @Override
  public void set(double[] other) {
    System.arraycopy(other, 0, values, 0, values.length);
    energy = total();
  }

  @Override
  public void write(BufferedWriter out) throws IOException {
    out.write("x,y,z\n");
    for (int i = 0; i < count; i++) {
      out.write(
          values[3 * i] * radius()
              + ","
              + values[3 * i + 1] * radius()
              + ","
              + values[3 * i + 2] * radius()
              + "\n");
    }
  }
}
