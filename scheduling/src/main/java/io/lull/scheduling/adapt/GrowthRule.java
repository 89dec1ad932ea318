package io.lull.scheduling.adapt;

import io.lull.scheduling.habit.StayCurve;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How many of the nodes that a job is offered it takes, while it computes on others.
 *
 * <p>A node that joins after the lead shortens what is left of the job in proportion to the speed
 * that it adds, for as long as its owner is likely to stay away; each change stops the whole job
 * once, and so does each node that has to leave again. That is the benefit of J. Weissman's
 * <i>add</i> (JPDC 2002), as a distribution instead of a number, and with owners who return. The
 * number with the greatest expected benefit is taken if it is positive in at least 8 of 10 cases:
 * instead of a fixed percentage (30 % in S. Vadhiyar and J. Dongarra, <i>Self Adaptivity in Grid
 * Computing</i>, 2005), the threshold follows from what is known.
 */
public final class GrowthRule {
  /** A quantile of the standard normal distribution. */
  private static final double EIGHT_OF_TEN = 0.8416;

  /** A job's own forecast of its end is hardly ever more exact. */
  private static final double LEAST_RELATIVE_SPREAD = 0.05;

  /**
   * What the job is like now.
   *
   * @param weight of all its workers together
   * @param remainingMillis what it would still take without a change; empty: its end is not known
   * @param relativeSpread of that, as a standard deviation; at least a twentieth is assumed
   * @param bytes of all its data
   */
  public record Situation(
      double weight, OptionalDouble remainingMillis, double relativeSpread, double bytes) {
    /** Without the part of the time that a better division would save. */
    public Situation balanced(double lostPart) {
      return remainingMillis.isEmpty()
          ? this
          : new Situation(
              weight,
              OptionalDouble.of(remainingMillis.getAsDouble() * (1 - lostPart)),
              relativeSpread,
              bytes);
    }
  }

  /**
   * A node that is offered.
   *
   * @param weight in the same measure as the job's
   * @param stay for how long its owner stays away
   */
  public record Joiner(String node, double weight, StayCurve stay) {}

  /**
   * @param best the one to take; empty: none pays
   * @param all what was considered, from few nodes to many
   */
  public record Choice(Optional<Candidate> best, List<Candidate> all) {
    public Choice {
      all = List.copyOf(all);
    }

    /** The best of those that most likely bring something. */
    static Choice of(List<Prospect> prospects) {
      return new Choice(
          prospects.stream()
              .filter(Prospect::isLikely)
              .map(Prospect::candidate)
              .max(
                  Comparator.comparingDouble(
                      each -> each.benefit().map(Candidate.Benefit::expected).orElse(0.0))),
          prospects.stream().map(Prospect::candidate).toList());
    }
  }

  /**
   * A candidate, and whether its benefit is positive in 8 of 10 cases.
   *
   * @param isLikely false where nothing is known of the benefit
   */
  record Prospect(Candidate candidate, boolean isLikely) {}

  private GrowthRule() {}

  /**
   * Where the end of a job is not known, it takes all: however long a program has run, it may be
   * expected to run for at least as long again.
   *
   * @param offered at least one
   */
  public static Choice choose(Situation situation, List<Joiner> offered, ChangeCosts costs) {
    final List<Joiner> best =
        offered.stream()
            .sorted(
                Comparator.comparingDouble((Joiner node) -> -worth(node, situation))
                    .thenComparing(Joiner::node))
            .toList();
    if (situation.remainingMillis().isEmpty()) {
      final Candidate all = prospect(ChangeMethod.ADD, situation, best, 0, costs).candidate();
      return new Choice(Optional.of(all), List.of(all));
    }
    final List<Prospect> prospects = new ArrayList<>();
    for (int k = 1; k <= best.size(); k = next(k, best.size())) {
      prospects.add(prospect(ChangeMethod.ADD, situation, best.subList(0, k), 0, costs));
    }
    return Choice.of(prospects);
  }

  /** One after the other while there are few, then in steps of a quarter. */
  private static int next(int k, int all) {
    return k == all ? k + 1 : Math.min(all, k + Math.max(1, k / 4));
  }

  /** The weight that counts, if the owner stays away only for as long as is likely. */
  static double worth(Joiner node, Situation situation) {
    return node.weight() * usedPart(node, situation.remainingMillis().orElse(0));
  }

  /**
   * @param leaving the weight of the job's workers that these replace
   */
  static Prospect prospect(
      ChangeMethod method,
      Situation situation,
      List<Joiner> joiners,
      double leaving,
      ChangeCosts costs) {
    final double added = joiners.stream().mapToDouble(Joiner::weight).sum();
    final TimeEstimate downtime =
        costs.downtime(situation.bytes() * added / (situation.weight() - leaving + added));
    final Optional<Saving> saving =
        situation.remainingMillis().isEmpty()
            ? Optional.empty()
            : Optional.of(Saving.of(situation, joiners, leaving, costs.lead()));
    return new Prospect(
        new Candidate(
            method,
            joiners.stream().map(Joiner::node).toList(),
            costs.lead().median(),
            Candidate.Downtime.of(downtime),
            saving.map(each ->
                new Candidate.Benefit(
                    each.mean() - each.stops() * downtime.mean(),
                    each.less(downtime, TimeEstimate.NINE_OF_TEN),
                    each.less(downtime, -TimeEstimate.NINE_OF_TEN)))),
        saving.filter(each -> each.less(downtime, EIGHT_OF_TEN) > 0).isPresent());
  }

  /**
   * What nodes save in computing, stops left out: normally distributed.
   *
   * @param mean in milliseconds
   * @param spread its standard deviation
   * @param stops of the whole job, those of nodes that leave again among them
   */
  private record Saving(double mean, double spread, double stops) {
    static Saving of(Situation situation, List<Joiner> joiners, double leaving, TimeEstimate lead) {
      final double remaining = situation.remainingMillis().orElse(0);
      final double after = Math.max(0, remaining - lead.mean());
      double used = 0;
      double leaves = 0;
      for (final Joiner node : joiners) {
        used += node.weight() * usedPart(node, after);
        leaves += 1 - node.stay().survival(after);
      }
      final double part = 1 - situation.weight() / (situation.weight() - leaving + used);
      return new Saving(
          after * part,
          part
              * Math.hypot(
                  remaining * Math.max(LEAST_RELATIVE_SPREAD, situation.relativeSpread()),
                  after > 0 ? lead.spread() : 0),
          1 + leaves);
    }

    /**
     * What is left of it after its stops, exceeded with the probability of so many standard
     * deviations.
     */
    double less(TimeEstimate downtime, double deviations) {
      final double off =
          Math.hypot(
              deviations * spread, stops * (downtime.quantile(deviations) - downtime.median()));
      return mean - stops * downtime.median() - Math.signum(deviations) * off;
    }
  }

  /** The part of so long that the node is there. */
  private static double usedPart(Joiner node, double millis) {
    return millis <= 0 ? 1 : node.stay().expectedMillis(millis) / millis;
  }
}
