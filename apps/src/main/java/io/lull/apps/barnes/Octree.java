package io.lull.apps.barnes;

import io.lull.reconfig.forkjoin.DoubleArray;
import java.util.Arrays;

/**
 * Bodies in a tree of cubes: J. Barnes and P. Hut, "A hierarchical O(N log N) force-calculation
 * algorithm", Nature 324, 1986; with the criterion of J. Barnes, "A modified tree code", 1990,
 * which counts from a cell's middle as well. Made of positions and masses alone, in the order of
 * the bodies' numbers: the same bits on every worker. Once made, any thread may ask it.
 */
final class Octree {
  /** Of the side of the root: bodies at one place are in one leaf from here on. */
  private static final int DEEPEST = 64;

  private static final int AXES = 3;
  private static final double MARGIN = 1.00002;
  private static final int CHILDREN = 8;
  private static final int NOTHING = -1;

  private final int bodies;
  private final double[] x;
  private final double[] y;
  private final double[] z;
  private final double[] mass;

  /** By cell and octant: nothing, a body's number, or a cell's number after all bodies'. */
  private int[] children = new int[CHILDREN * 1024];

  /** By cell: its side, and then from which square of a distance on it counts as one body. */
  private double[] reach = new double[1024];

  private double[] middles = new double[AXES * 1024];
  private int cells;

  /** By node: bodies first, then cells. */
  private double[] centreX = new double[0];

  private double[] centreY = new double[0];
  private double[] centreZ = new double[0];
  private double[] weight = new double[0];

  /** The next body at the same place; {@link #NOTHING}: there is none. */
  private final int[] twin;

  private Octree(double[] x, double[] y, double[] z, double[] mass, double theta) {
    this.bodies = x.length;
    this.x = x;
    this.y = y;
    this.z = z;
    this.mass = mass;
    this.twin = new int[bodies];
    Arrays.fill(twin, NOTHING);
    insertAll();
    weigh(theta);
  }

  /**
   * Of all bodies.
   *
   * @param theta a cell counts as one body where its side is less than so many times its distance
   */
  static Octree of(DoubleArray positions, DoubleArray masses, double theta) {
    final int n = Math.toIntExact(masses.length());
    final double[] x = new double[n];
    final double[] y = new double[n];
    final double[] z = new double[n];
    final double[] mass = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = positions.get(i, 0);
      y[i] = positions.get(i, 1);
      z[i] = positions.get(i, 2);
      mass[i] = masses.get(i);
    }
    return new Octree(x, y, z, mass, theta);
  }

  private int newCell(double length, double middleX, double middleY, double middleZ) {
    if (cells == reach.length) {
      reach = Arrays.copyOf(reach, 2 * cells);
      children = Arrays.copyOf(children, 2 * cells * CHILDREN);
      middles = Arrays.copyOf(middles, 2 * cells * AXES);
    }
    reach[cells] = length;
    middles[AXES * cells] = middleX;
    middles[AXES * cells + 1] = middleY;
    middles[AXES * cells + 2] = middleZ;
    Arrays.fill(children, cells * CHILDREN, (cells + 1) * CHILDREN, NOTHING);
    return cells++;
  }

  /** The root is the least cube around all bodies, and a little more. */
  private void insertAll() {
    final Extent alongX = Extent.of(x);
    final Extent alongY = Extent.of(y);
    final Extent alongZ = Extent.of(z);
    final double longest = Math.max(alongX.length(), Math.max(alongY.length(), alongZ.length()));
    final double length = Math.max(longest, Double.MIN_NORMAL) * MARGIN;
    newCell(length, alongX.middle(), alongY.middle(), alongZ.middle());
    for (int body = 0; body < bodies; body++) {
      insert(body, alongX.middle(), alongY.middle(), alongZ.middle(), length);
    }
  }

  /** Of coordinates along an axis. */
  private record Extent(double least, double greatest) {
    static Extent of(double[] coordinates) {
      double least = Double.POSITIVE_INFINITY;
      double greatest = Double.NEGATIVE_INFINITY;
      for (final double coordinate : coordinates) {
        least = Math.min(least, coordinate);
        greatest = Math.max(greatest, coordinate);
      }
      return new Extent(least, greatest);
    }

    double length() {
      return greatest - least;
    }

    double middle() {
      return (least + greatest) / 2;
    }
  }

  private void insert(int body, double rootX, double rootY, double rootZ, double length) {
    int cell = 0;
    double half = length / 2;
    double middleX = rootX;
    double middleY = rootY;
    double middleZ = rootZ;
    for (int depth = 0; ; depth++) {
      final int octant = octant(body, middleX, middleY, middleZ);
      final int place = cell * CHILDREN + octant;
      final int child = children[place];
      if (child == NOTHING) {
        children[place] = body;
        return;
      }
      if (child < bodies && depth == DEEPEST) {
        twin[body] = twin[child];
        twin[child] = body;
        return;
      }
      half /= 2;
      middleX += (octant & 1) == 0 ? -half : half;
      middleY += (octant & 2) == 0 ? -half : half;
      middleZ += (octant & 4) == 0 ? -half : half;
      if (child < bodies) {
        final int inner = newCell(2 * half, middleX, middleY, middleZ);
        children[inner * CHILDREN + octant(child, middleX, middleY, middleZ)] = child;
        children[place] = bodies + inner;
        cell = inner;
      } else {
        cell = child - bodies;
      }
    }
  }

  private int octant(int body, double middleX, double middleY, double middleZ) {
    return (x[body] < middleX ? 0 : 1) | (y[body] < middleY ? 0 : 2) | (z[body] < middleZ ? 0 : 4);
  }

  /**
   * Masses and centres of all cells, the inner ones first: those were made after the outer ones.
   */
  private void weigh(double theta) {
    centreX = Arrays.copyOf(x, bodies + cells);
    centreY = Arrays.copyOf(y, bodies + cells);
    centreZ = Arrays.copyOf(z, bodies + cells);
    weight = Arrays.copyOf(mass, bodies + cells);
    for (int cell = cells - 1; cell >= 0; cell--) {
      double sum = 0;
      double sumX = 0;
      double sumY = 0;
      double sumZ = 0;
      for (int octant = 0; octant < CHILDREN; octant++) {
        for (int node = children[cell * CHILDREN + octant];
            node != NOTHING;
            node = node < bodies ? twin[node] : NOTHING) {
          sum += weight[node];
          sumX += weight[node] * centreX[node];
          sumY += weight[node] * centreY[node];
          sumZ += weight[node] * centreZ[node];
        }
      }
      weight[bodies + cell] = sum;
      centreX[bodies + cell] = sumX / sum;
      centreY[bodies + cell] = sumY / sum;
      centreZ[bodies + cell] = sumZ / sum;
      reach[cell] = square(reach[cell] / theta + offCentre(cell));
    }
  }

  private double offCentre(int cell) {
    return Math.sqrt(
        square(centreX[bodies + cell] - middles[AXES * cell])
            + square(centreY[bodies + cell] - middles[AXES * cell + 1])
            + square(centreZ[bodies + cell] - middles[AXES * cell + 2]));
  }

  private static double square(double number) {
    return number * number;
  }

  /**
   * What attracts a body.
   *
   * @param result its acceleration, and at last the potential
   * @param path nodes that are still to be looked at
   */
  void attract(int body, double eps, double[] result, int[] path) {
    double ax = 0;
    double ay = 0;
    double az = 0;
    double potential = 0;
    int top = 0;
    path[top++] = bodies;
    while (top > 0) {
      final int node = path[--top];
      final double dx = centreX[node] - x[body];
      final double dy = centreY[node] - y[body];
      final double dz = centreZ[node] - z[body];
      final double square = dx * dx + dy * dy + dz * dz;
      if (node >= bodies) {
        final int cell = node - bodies;
        if (square <= reach[cell]) {
          top = push(cell, path, top);
          continue;
        }
      } else if (twin[node] != NOTHING) {
        path[top++] = twin[node];
      }
      if (node != body) {
        final double softened = square + eps * eps;
        final double each = weight[node] / Math.sqrt(softened);
        potential -= each;
        final double factor = each / softened;
        ax += factor * dx;
        ay += factor * dy;
        az += factor * dz;
      }
    }
    result[0] = ax;
    result[1] = ay;
    result[2] = az;
    result[3] = potential;
  }

  private int push(int cell, int[] path, int top) {
    int next = top;
    for (int octant = CHILDREN - 1; octant >= 0; octant--) {
      final int child = children[cell * CHILDREN + octant];
      if (child != NOTHING) {
        path[next++] = child;
      }
    }
    return next;
  }

  /** So many nodes are still to be looked at, at most. */
  static int longestPath() {
    return (DEEPEST + 2) * CHILDREN;
  }
}
