package io.lull.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much faster one node is than another, as far as measurements on a machine that others use too
 * can tell.
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
    final List<String> ascending = new ArrayList<>(speeds.keySet());
    ascending.sort(
        Comparator.comparingDouble((String node) -> known(speeds, node))
            .thenComparing(Comparator.naturalOrder()));
    final Map<String, Double> weights = new TreeMap<>();
    double slowestMean = 0;
    int from = 0;
    while (from < ascending.size()) {
      final double first = known(speeds, ascending.get(from));
      int to = from;
      double sum = 0;
      while (to < ascending.size() && known(speeds, ascending.get(to)) <= first * WITHIN) {
        sum += known(speeds, ascending.get(to));
        to++;
      }
      final double mean = sum / (to - from);
      if (slowestMean == 0) {
        slowestMean = mean;
      }
      final double weight = slowestMean > 0 ? Math.round(100 * mean / slowestMean) / 100.0 : 1.0;
      for (final String node : ascending.subList(from, to)) {
        weights.put(node, weight);
      }
      from = to;
    }
    return weights;
  }

  private static double known(Map<String, Double> speeds, String node) {
    final double speed = speeds.getOrDefault(node, 0.0);
    return Double.isFinite(speed) && speed > 0 ? speed : 0;
  }
}
