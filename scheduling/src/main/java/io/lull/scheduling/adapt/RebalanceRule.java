package io.lull.scheduling.adapt;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether a better division pays for the change to it.
 *
 * <p>Two conditions hold. The change pays within what is left of the job. And what the present
 * division has lost already is as much as the change costs, twice as much for each change of the
 * kind shortly before: the rule of the ski rental problem (A. Karlin and others, <i>Competitive
 * snoopy caching</i>, Algorithmica 1988), by which a load that comes and goes, in whatever rhythm,
 * costs at most twice what the best choice in hindsight would have.
 */
public final class RebalanceRule {
  /** A prediction is not exact: so many times its cost the benefit has to be. */
  private static final double MARGIN = 1.5;

  /**
   * However short a change's stop is, it also takes links, plans, and processor time that is not
   * the program's.
   */
  private static final double LEAST_COST_MILLIS = 200;

  private static final int MOST_DOUBLINGS = 10;

  /** By how much costs and benefits of rebalancing vary at most, in 8 of 10 cases. */
  private static final double RANGE = 0.4;

  private RebalanceRule() {}

  /**
   * @param configurationMillis for how long the present division was in force
   * @param remainingMillis what the job would still take in it; empty where its end is not known
   * @param costMillis of the change, as it is expected
   * @param recent changes of this kind within the last minutes
   */
  public record Situation(
      double configurationMillis, OptionalDouble remainingMillis, double costMillis, int recent) {
    /** Of the change, in milliseconds. */
    public double cost() {
      return Math.max(LEAST_COST_MILLIS, costMillis);
    }
  }

  /** What the job gains in all, in milliseconds, the change's cost not taken off. */
  public static OptionalDouble benefitMillis(LoadBalance.Proposal proposal, Situation situation) {
    return situation.remainingMillis().isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(situation.remainingMillis().getAsDouble() * proposal.lostPart());
  }

  /**
   * From which part of its time on that is lost a change pays; empty where the job's end is not
   * known.
   */
  public static OptionalDouble leastLostPart(Situation situation) {
    return situation.remainingMillis().isEmpty() || situation.remainingMillis().getAsDouble() <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(MARGIN * situation.cost() / situation.remainingMillis().getAsDouble());
  }

  /** What the change is expected to bring and take. */
  public static Candidate candidate(LoadBalance.Proposal proposal, Situation situation) {
    final OptionalDouble benefit = benefitMillis(proposal, situation);
    return new Candidate(
        ChangeMethod.LOAD_BALANCE,
        List.of(),
        0,
        new Candidate.Downtime(
            situation.cost(), situation.cost() * (1 - RANGE), situation.cost() * (1 + RANGE)),
        benefit.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Candidate.Benefit(
                    benefit.getAsDouble() - situation.cost(),
                    benefit.getAsDouble() * (1 - RANGE) - situation.cost() * (1 + RANGE),
                    benefit.getAsDouble() * (1 + RANGE) - situation.cost() * (1 - RANGE))));
  }

  /** Whether to change now, or why not. */
  public enum Verdict {
    /** There is nothing to gain that is more than noise. */
    BALANCED,
    /** The change would cost too much for what is left of the job. */
    NOT_WORTH_IT,
    /** It was changed shortly before: the present division has to cost more first. */
    NOT_YET,
    PAYS
  }

  /** What the present division has to have cost before the next change, in milliseconds. */
  public static double dueMillis(Situation situation) {
    return situation.recent() == 0
        ? 0
        : situation.cost() * (1 << Math.min(situation.recent(), MOST_DOUBLINGS));
  }

  public static Verdict verdict(LoadBalance.Proposal proposal, Situation situation) {
    if (!proposal.certain()) {
      return Verdict.BALANCED;
    }
    final double benefit = benefitMillis(proposal, situation).orElse(Double.MAX_VALUE);
    if (benefit < MARGIN * situation.cost()) {
      return Verdict.NOT_WORTH_IT;
    }
    return situation.configurationMillis() * proposal.lostPart() < dueMillis(situation)
        ? Verdict.NOT_YET
        : Verdict.PAYS;
  }
}
