package io.lull.simulator.study;

import io.lull.simulator.trace.OfferTimes;
import io.lull.simulator.trace.TimeSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Machines of a trace that are as much in use as those of the study.
 *
 * @param machines in the order of their names
 * @param leftOut machines of groups that are hardly ever on, such as laptops that are lent out
 */
public record OfficeSample(List<String> machines, List<String> leftOut) {
  /**
   * Of a group of machines, named alike, the part of all time in which each is offered at least.
   */
  private static final double LEAST_SHARE = 0.25;

  /** Of the machines of the study, the part that was available on average: table 1 there. */
  private static final double STUDY_SHARE = 30.48 / 50;

  public OfficeSample {
    machines = List.copyOf(machines);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Of all machines, ordered by how much they are offered, so many neighbours that together they
   * are offered as much as in the study, as nearly as can be.
   *
   * @throws IllegalArgumentException with one line when there are not as many machines
   */
  static OfficeSample of(OfferTimes offers, List<TimeSpan> days, int count) {
    final Map<String, Double> shares = new TreeMap<>();
    for (final String machine : offers.idle().keySet()) {
      shares.put(machine, offers.share(machine, days));
    }
    final Map<String, Double> groups =
        shares.entrySet().stream()
            .collect(
                Collectors.groupingBy(
                    each -> group(each.getKey()),
                    TreeMap::new,
                    Collectors.averagingDouble(Map.Entry::getValue)));
    final List<String> leftOut =
        shares.keySet().stream()
            .filter(each -> groups.getOrDefault(group(each), 0.0) < LEAST_SHARE)
            .toList();
    final List<String> ordered = new ArrayList<>(shares.keySet());
    ordered.removeAll(leftOut);
    ordered.sort(
        Comparator.comparingDouble((String each) -> shares.getOrDefault(each, 0.0))
            .thenComparing(Comparator.naturalOrder()));
    if (ordered.size() < count) {
      throw new IllegalArgumentException(
          "the trace has "
              + ordered.size()
              + " machines that are on for a quarter of the time, and "
              + count
              + " are asked for: give fewer");
    }
    final int first = nearest(ordered.stream().mapToDouble(shares::get).toArray(), count);
    return new OfficeSample(
        ordered.subList(first, first + count).stream().sorted().toList(), leftOut);
  }

  /** Where the neighbours begin. */
  private static int nearest(double[] shares, int count) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int first = 0; first + count <= shares.length; first++) {
      double sum = 0;
      for (int i = first; i < first + count; i++) {
        sum += shares[i];
      }
      final double off = Math.abs(sum - STUDY_SHARE * count);
      if (off < least) {
        best = first;
        least = off;
      }
    }
    return best;
  }

  /** A machine's name without the number at its end. */
  private static String group(String machine) {
    int end = machine.length();
    while (end > 0 && Character.isDigit(machine.charAt(end - 1))) {
      end--;
    }
    return machine.substring(0, end);
  }
}
