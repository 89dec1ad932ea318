package io.lull.reconfig.forkjoin;

import java.util.ArrayList;
import java.util.List;

/**
 * One worker lends iterations to another one.
 *
 * @param lender its rank
 * @param borrower its rank
 * @param time that the iterations would take the lender
 */
record Lending(int lender, int borrower, double time) {
  /** No lending is worth less than this part of the time that the slowest worker needs. */
  private static final double LEAST_PART = 0.05;

  /**
   * Who lends whom, so that all are done at the same time; pure, so that all workers find the same.
   * A worker lends or borrows, and never both.
   *
   * @param times that the workers would need by themselves, by rank; none are lent where one is not
   *     known, and NaN
   * @param speeds of the workers, by rank, above 0
   * @param leastGain what all must gain at least, in the unit of the times
   */
  static List<Lending> plan(List<Double> times, List<Double> speeds, double leastGain) {
    double work = 0;
    double speed = 0;
    double slowest = 0;
    for (int rank = 0; rank < times.size(); rank++) {
      work += times.get(rank) * speeds.get(rank);
      speed += speeds.get(rank);
      slowest = Math.max(slowest, times.get(rank));
    }
    final double all = work / speed;
    if (!(slowest - all > Math.max(leastGain, slowest * LEAST_PART))) {
      return List.of();
    }
    final List<Lending> plan = new ArrayList<>();
    int borrower = 0;
    double room = 0;
    for (int lender = 0; lender < times.size(); lender++) {
      double left = (times.get(lender) - all) * speeds.get(lender);
      while (left > slowest * LEAST_PART / 2 * speeds.get(lender)) {
        while (room <= 0 && borrower < times.size()) {
          room = (all - times.get(borrower)) * speeds.get(borrower);
          borrower++;
        }
        if (room <= 0) {
          return plan;
        }
        final double lent = Math.min(left, room);
        plan.add(new Lending(lender, borrower - 1, lent / speeds.get(lender)));
        left -= lent;
        room -= lent;
      }
    }
    return plan;
  }
}
