package io.lull.scheduling.adapt;

import io.lull.protocol.model.EventCause;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was decided about a job's configuration, before anything was ordered, and what came of it.
 *
 * @param atMillis epoch milliseconds
 * @param trigger why it was considered
 * @param chosen {@link ChangeMethod#NONE}: the job stays as it is
 * @param why a sentence
 * @param candidates what was considered beside staying as it is; the one chosen is among them
 * @param taken the nodes of the one chosen
 * @param actual what came of it so far
 */
public record Decision(
    long atMillis,
    EventCause trigger,
    ChangeMethod chosen,
    String why,
    List<Candidate> candidates,
    List<String> taken,
    Actual actual) {
  /**
   * What came of a decision.
   *
   * @param epoch that it brought; 0: none yet
   * @param iteration at which that began
   * @param secondsBefore for each iteration
   * @param leadMillis until it was in force
   * @param downtimeMillis for how long the job did not compute
   * @param benefitMillis how much sooner the job is than it would be, as far as it has come
   */
  public record Actual(
      long epoch,
      long iteration,
      double secondsBefore,
      OptionalDouble leadMillis,
      OptionalDouble downtimeMillis,
      OptionalDouble benefitMillis) {
    public static final Actual NOTHING =
        new Actual(0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    private static final double MILLIS_PER_SECOND = 1e3;

    /**
     * The change is in force.
     *
     * @param leadMillis since the decision
     */
    public static Actual begun(
        long epoch, long iteration, double secondsBefore, double leadMillis) {
      return new Actual(
          epoch,
          iteration,
          secondsBefore,
          OptionalDouble.of(leadMillis),
          OptionalDouble.empty(),
          OptionalDouble.empty());
    }

    /** A worker stood still for so long: the longest of all is the job's. */
    public Actual stopped(double millis) {
      return new Actual(
          epoch,
          iteration,
          secondsBefore,
          leadMillis,
          OptionalDouble.of(Math.max(millis, downtimeMillis.orElse(0))),
          benefitMillis);
    }

    /** The job has come so far, at so many seconds for each iteration. */
    public Actual at(long nowIteration, double secondsNow) {
      return secondsBefore <= 0 || secondsNow <= 0 || nowIteration <= iteration
          ? this
          : new Actual(
              epoch,
              iteration,
              secondsBefore,
              leadMillis,
              downtimeMillis,
              OptionalDouble.of(
                  MILLIS_PER_SECOND * (secondsBefore - secondsNow) * (nowIteration - iteration)
                      - downtimeMillis.orElse(0)));
    }
  }

  public Decision {
    candidates = List.copyOf(candidates);
    taken = List.copyOf(taken);
  }

  /** Whether a job that is offered nodes takes them. */
  public static Decision ofGrowth(long atMillis, GrowthRule.Choice choice) {
    return choice
        .best()
        .map(best ->
            new Decision(
                atMillis,
                EventCause.OPPORTUNITY,
                ChangeMethod.ADD,
                "adding " + names(best.nodes()) + " " + best.prospect(),
                choice.all(),
                best.nodes(),
                Actual.NOTHING))
        .orElseGet(() -> {
          final Candidate most = choice.all().getLast();
          return new Decision(
              atMillis,
              EventCause.OPPORTUNITY,
              ChangeMethod.NONE,
              "stayed: adding " + names(most.nodes()) + " " + most.prospect() + doubt(most),
              choice.all(),
              List.of(),
              Actual.NOTHING);
        });
  }

  /** Whether slow workers continue elsewhere. */
  public static Decision ofMigration(long atMillis, MigrationRule.Choice migration) {
    final GrowthRule.Choice choice = migration.choice();
    return choice
        .best()
        .map(best ->
            new Decision(
                atMillis,
                EventCause.CONTRACT,
                ChangeMethod.MIGRATE,
                "moving "
                    + names(migration.replaced())
                    + " to "
                    + names(best.nodes())
                    + " "
                    + best.prospect(),
                choice.all(),
                best.nodes(),
                Actual.NOTHING))
        .orElseGet(() -> {
          final Candidate least = choice.all().getFirst();
          return new Decision(
              atMillis,
              EventCause.CONTRACT,
              ChangeMethod.NONE,
              "stayed: moving its slowest worker to "
                  + names(least.nodes())
                  + " "
                  + least.prospect()
                  + doubt(least),
              choice.all(),
              List.of(),
              Actual.NOTHING);
        });
  }

  /** There was no choice but how: a node was taken away, or an operator wants it so. */
  public static Decision mandatory(long atMillis, EventCause trigger, String why, Candidate only) {
    return new Decision(
        atMillis, trigger, only.method(), why, List.of(only), only.nodes(), Actual.NOTHING);
  }

  /** The candidate that was chosen. */
  public Optional<Candidate> choice() {
    return candidates.stream()
        .filter(each -> each.method() == chosen && each.nodes().equals(taken))
        .findFirst();
  }

  /** Whether it was carried out. */
  public boolean carriedOut() {
    return actual.epoch() > 0;
  }

  public Decision with(Actual next) {
    return new Decision(atMillis, trigger, chosen, why, candidates, taken, next);
  }

  /** Whether the other says the same: the same choice from the same nodes. */
  public boolean repeats(Decision other) {
    return chosen == other.chosen
        && trigger == other.trigger
        && taken.equals(other.taken)
        && nodes(candidates).equals(nodes(other.candidates));
  }

  private static List<List<String>> nodes(List<Candidate> candidates) {
    return candidates.stream().map(Candidate::nodes).toList();
  }

  private static String doubt(Candidate candidate) {
    return candidate.promises() ? ", which is not certain enough" : "";
  }

  private static String names(List<String> nodes) {
    return String.join(", ", nodes);
  }
}
