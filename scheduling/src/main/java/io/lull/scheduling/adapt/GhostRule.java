package io.lull.scheduling.adapt;

import io.lull.scheduling.habit.StayCurve;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How many ghosts pay for a job: workers without data that wait on idle nodes, and take the place
 * of one that leaves without that a process has to start (J. Weissman, <i>Predicting the Cost and
 * Benefit of Adapting Data Parallel Applications in Clusters</i>, JPDC 2002). His were there from
 * the beginning and cost nothing. Here one has to be likely to be used: owners of the job's nodes
 * return independently of each other, as they have.
 */
public final class GhostRule {
  /** However many nodes are idle. */
  public static final int MOST = 2;

  /** For how long ahead returns count: what is used later can be started later. */
  public static final double HORIZON_MILLIS = 600_000;

  /**
   * Processor time on a computer that nobody uses, and memory that nobody needs, are worth this
   * part of a job's time.
   */
  private static final double PRICE = 0.1;

  /** One that has started already costs only its memory. */
  private static final double PRICE_OF_STARTED = 0.25 * PRICE;

  private GhostRule() {}

  /**
   * @param stays for each of the job's nodes for how long its owner stays away
   * @param remainingMillis of the job; empty: its end is not known
   * @param patienceMillis for so long an owner who is back waits for a worker elsewhere; then the
   *     job is changed twice, at once and when that worker has started
   */
  public record Situation(
      List<StayCurve> stays, OptionalDouble remainingMillis, double patienceMillis) {
    public Situation {
      stays = List.copyOf(stays);
    }
  }

  /**
   * @param waiting how many the job has
   * @return at most {@link #MOST}
   */
  public static int wanted(Situation situation, int waiting, ChangeCosts costs) {
    final double horizon =
        Math.min(HORIZON_MILLIS, situation.remainingMillis().orElse(HORIZON_MILLIS));
    final double returns =
        situation.stays().stream().mapToDouble(stay -> 1 - stay.survival(horizon)).sum();
    final double start = costs.lead().mean();
    final double saved =
        Math.max(0, start - costs.wake().mean()) / Math.max(1, situation.stays().size())
            + (start > situation.patienceMillis() ? costs.fixed().mean() : 0);
    int wanted = 0;
    while (wanted < MOST
        && saved * atLeast(wanted + 1, returns)
            > start * (wanted < waiting ? PRICE_OF_STARTED : PRICE)) {
      wanted++;
    }
    return wanted;
  }

  /** The probability of so many returns or more, by Poisson's distribution. */
  private static double atLeast(int count, double expected) {
    double term = Math.exp(-expected);
    double fewer = 0;
    for (int k = 0; k < count; k++) {
      fewer += term;
      term *= expected / (k + 1);
    }
    return Math.max(0, 1 - fewer);
  }
}
