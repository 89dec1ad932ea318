package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The different orders that some weights can stand in: equal weights are not told apart. */
final class WeightOrders {
  private final List<Double> given;

  WeightOrders(List<Double> given) {
    this.given = List.copyOf(given);
  }

  List<Double> given() {
    return given;
  }

  /** How many there are, or some number over the limit when there are more. */
  long count(long limit) {
    final TreeMap<Double, Integer> times = new TreeMap<>();
    long count = 1;
    int placed = 0;
    for (final double weight : given) {
      placed++;
      // The multinomial coefficient, grown by one weight: a whole number at each step.
      count = count * placed / times.merge(weight, 1, Integer::sum);
      if (count > limit) {
        return count;
      }
    }
    return count;
  }

  /**
   * What has the greatest value, the first of equals: of all orders if there are at most so many,
   * else of those that exchanges of two weights lead to.
   */
  <R> R best(
      Function<List<Double>, R> result,
      ToLongFunction<R> value,
      int mostOrders,
      int mostExchanges) {
    final R first = result.apply(given);
    if (count(mostOrders) > mostOrders) {
      return byExchanges(first, result, value, mostExchanges);
    }
    R best = first;
    final List<Double> order = new ArrayList<>(given);
    Collections.sort(order);
    do {
      final R candidate = result.apply(List.copyOf(order));
      if (value.applyAsLong(candidate) > value.applyAsLong(best)) {
        best = candidate;
      }
    } while (advance(order));
    return best;
  }

  private <R> R byExchanges(
      R first, Function<List<Double>, R> result, ToLongFunction<R> value, int mostTried) {
    R best = first;
    final List<Double> order = new ArrayList<>(given);
    int tried = 0;
    boolean better = true;
    while (better) {
      better = false;
      for (int i = 0; i < order.size(); i++) {
        for (int j = i + 1; j < order.size() && tried < mostTried; j++) {
          if (order.get(i).equals(order.get(j))) {
            continue;
          }
          tried++;
          Collections.swap(order, i, j);
          final R candidate = result.apply(List.copyOf(order));
          if (value.applyAsLong(candidate) > value.applyAsLong(best)) {
            best = candidate;
            better = true;
          } else {
            Collections.swap(order, i, j);
          }
        }
      }
    }
    return best;
  }

  /**
   * The next greater order; D. E. Knuth, The Art of Computer Programming 4A, algorithm 7.2.1.2 L.
   */
  private static boolean advance(List<Double> order) {
    int i = order.size() - 2;
    while (i >= 0 && order.get(i) >= order.get(i + 1)) {
      i--;
    }
    if (i < 0) {
      return false;
    }
    int j = order.size() - 1;
    while (order.get(j) <= order.get(i)) {
      j--;
    }
    Collections.swap(order, i, j);
    Collections.reverse(order.subList(i + 1, order.size()));
    return true;
  }
}
