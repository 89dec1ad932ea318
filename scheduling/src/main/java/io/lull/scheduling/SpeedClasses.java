package io.lull.scheduling;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Compares the speeds of nodes, within the precision of measurements on a shared machine.
 *
 * <p>Speeds that differ by less than a quarter count as equal, so that noise moves no data.
 */
public final class SpeedClasses {
  /** Up to this factor above the slowest of its class a node belongs to the class. */
  private static final double WITHIN = 1.25;

  private SpeedClasses() {}

  /**
   * @param speeds by node; what is not a positive number counts as the slowest
   * @return by node, the mean speed of its class relative to the slowest class, to two decimals
   */
  public static Map<String, Double> weights(Map<String, Double> speeds) {
    final List<String> nodes = List.copyOf(speeds.keySet());
    final double[] weights =
        weights(nodes.stream().mapToDouble(node -> speeds.getOrDefault(node, 0.0)).toArray());
    final Map<String, Double> byNode = new TreeMap<>();
    for (int n = 0; n < weights.length; n++) {
      byNode.put(nodes.get(n), weights[n]);
    }
    return byNode;
  }

  /** The same, in the order given. */
  static double[] weights(double[] speeds) {
    final double[] known = Arrays.stream(speeds).map(SpeedClasses::known).toArray();
    final double[] ascending = known.clone();
    Arrays.sort(ascending);
    final NavigableMap<Double, Double> weightFrom = new TreeMap<>();
    double slowestMean = 0;
    int from = 0;
    while (from < ascending.length) {
      int to = from;
      double sum = 0;
      while (to < ascending.length && ascending[to] <= ascending[from] * WITHIN) {
        sum += ascending[to];
        to++;
      }
      final double mean = sum / (to - from);
      if (slowestMean == 0) {
        slowestMean = mean;
      }
      weightFrom.put(
          ascending[from], slowestMean > 0 ? Math.round(100 * mean / slowestMean) / 100.0 : 1.0);
      from = to;
    }
    return Arrays.stream(known).map(speed -> weightFrom.floorEntry(speed).getValue()).toArray();
  }

  private static double known(double speed) {
    return Double.isFinite(speed) && speed > 0 ? speed : 0;
  }
}
