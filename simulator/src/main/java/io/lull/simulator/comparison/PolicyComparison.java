package io.lull.simulator.comparison;

import io.lull.scheduling.habit.Presence;
import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.EndedJob;
import io.lull.simulator.sharing.JobChanges;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.SharedCluster;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.OfferCalendar;
import io.lull.simulator.trace.OfferTimes;
import io.lull.simulator.trace.TimeSpan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs jobs on the machines of a trace under one policy after another. */
public final class PolicyComparison {
  private static final double SECOND_MILLIS = 1000;
  private static final double SHORT_MILLIS = 10_000;
  private static final double TAIL = 0.95;

  /** Jobs, or tasks of bags, of one run: what the command's memory holds. */
  private static final int MOST_PARTS = 500_000;

  private final AvailabilityTrace trace;
  private final OfferCalendar calendar;
  private final List<ParallelJob> jobs;
  private final ChangeCost cost;

  private PolicyComparison(
      AvailabilityTrace trace, OfferCalendar calendar, List<ParallelJob> jobs, ChangeCost cost) {
    this.trace = trace;
    this.calendar = calendar;
    this.jobs = jobs;
    this.cost = cost;
  }

  /**
   * All findings.
   *
   * @param offered machines, over the whole trace
   */
  public record Findings(Offered offered, List<PolicyFindings> policies) {
    public Findings {
      policies = List.copyOf(policies);
    }
  }

  /**
   * How many machines are offered at a time.
   *
   * @param cv the standard deviation as a part of the mean
   */
  public record Offered(double mean, double cv, int min, int max) {}

  /**
   * @param recruitment for so long a machine is idle before it is offered
   * @param jobs in any order
   * @param progress gets each policy before it is simulated
   */
  public static Findings run(
      AvailabilityTrace trace,
      Duration recruitment,
      List<ParallelJob> jobs,
      ChangeCost cost,
      List<Contender> contenders,
      Consumer<Contender> progress) {
    final OfferCalendar calendar = new OfferCalendar(OfferTimes.of(trace, recruitment));
    final PolicyComparison comparison = new PolicyComparison(trace, calendar, jobs, cost);
    final List<PolicyFindings> findings = new ArrayList<>();
    for (final Contender contender : contenders) {
      progress.accept(contender);
      findings.add(comparison.findings(contender));
    }
    return new Findings(offered(calendar), findings);
  }

  /**
   * The same of one policy, of which it is known already what came of it.
   *
   * @param outcome of these jobs on the machines of the trace
   */
  public static Findings of(
      AvailabilityTrace trace,
      OfferCalendar calendar,
      Contender contender,
      SharedCluster.Outcome outcome) {
    final List<ParallelJob> jobs = outcome.jobs().stream().map(EndedJob::job).toList();
    final PolicyComparison comparison =
        new PolicyComparison(trace, calendar, jobs, ChangeCost.ofResize(0));
    JobChanges changes = new JobChanges(0, 0, 0, 0, 0);
    for (final EndedJob job : outcome.jobs()) {
      changes = plus(changes, job.changes());
    }
    return new Findings(
        offered(calendar),
        List.of(
            comparison.figures(
                contender,
                outcome.jobs().stream()
                    .map(job -> Whole.of(job.job(), job, outcome.untilMillis()))
                    .toList(),
                outcome,
                changes)));
  }

  private static Offered offered(OfferCalendar calendar) {
    final OfferCalendar.Cursor cursor = calendar.from(0);
    double sum = 0;
    double squares = 0;
    int min = cursor.offered();
    int max = cursor.offered();
    long at = 0;
    while (at < calendar.endMillis()) {
      final long next = Math.min(cursor.nextMillis(), calendar.endMillis());
      sum += (double) (next - at) * cursor.offered();
      squares += (double) (next - at) * cursor.offered() * cursor.offered();
      min = Math.min(min, cursor.offered());
      max = Math.max(max, cursor.offered());
      at = next;
      cursor.advance(at);
    }
    final double mean = sum / Math.max(1, calendar.endMillis());
    final double variance = squares / Math.max(1, calendar.endMillis()) - mean * mean;
    return new Offered(mean, mean == 0 ? 0 : Math.sqrt(Math.max(0, variance)) / mean, min, max);
  }

  private PolicyFindings findings(Contender contender) {
    final List<ParallelJob> parts = new ArrayList<>();
    final List<ParallelJob> owners = new ArrayList<>();
    for (final ParallelJob job : jobs) {
      if (parts.size() > MOST_PARTS - job.machines()) {
        throw new IllegalArgumentException(
            contender.title()
                + " would have more than "
                + MOST_PARTS
                + " tasks: give fewer or narrower jobs, or leave it out of --policy");
      }
      for (final ParallelJob part : contender.parts(job, parts.size() + 1)) {
        parts.add(part);
        owners.add(job);
      }
    }
    final SharedCluster.Outcome outcome = SharedCluster.run(calendar, parts, contender.rules(cost));
    final Map<Integer, Whole> wholes = new HashMap<>();
    JobChanges changes = new JobChanges(0, 0, 0, 0, 0);
    for (final EndedJob part : outcome.jobs()) {
      final ParallelJob job = owners.get(part.job().number() - 1);
      wholes.merge(job.number(), Whole.of(job, part, outcome.untilMillis()), Whole::with);
      changes = plus(changes, part.changes());
    }
    return figures(contender, List.copyOf(wholes.values()), outcome, changes);
  }

  /** A job with all its parts. */
  private record Whole(ParallelJob job, long beginMillis, long endMillis, boolean censored) {
    static Whole of(ParallelJob job, EndedJob part, long untilMillis) {
      return new Whole(
          job,
          part.beginMillis().orElse(untilMillis),
          part.endMillis().orElse(untilMillis),
          part.endMillis().isEmpty());
    }

    Whole with(Whole other) {
      return new Whole(
          job,
          Math.min(beginMillis, other.beginMillis),
          Math.max(endMillis, other.endMillis),
          censored || other.censored);
    }

    double responseMillis() {
      return endMillis - (double) job.submitMillis();
    }

    double ratio() {
      return responseMillis() / job.dedicatedMillis();
    }

    double boundedSlowdown() {
      return Math.max(1, responseMillis() / Math.max(SHORT_MILLIS, job.dedicatedMillis()));
    }
  }

  private static JobChanges plus(JobChanges a, JobChanges b) {
    return new JobChanges(
        a.grown() + b.grown(),
        a.shrunk() + b.shrunk(),
        a.migrated() + b.migrated(),
        a.suspended() + b.suspended(),
        a.evictions() + b.evictions());
  }

  private PolicyFindings figures(
      Contender contender, List<Whole> wholes, SharedCluster.Outcome outcome, JobChanges changes) {
    final double[] slowdowns =
        wholes.stream().mapToDouble(Whole::boundedSlowdown).sorted().toArray();
    final SharedCluster.MachineTime time = outcome.time();
    final double offline = offlineMillis(new TimeSpan(outcome.fromMillis(), outcome.untilMillis()));
    final double offered = time.all() - time.withheld();
    return new PolicyFindings(
        contender,
        wholes.size(),
        (int) wholes.stream().filter(Whole::censored).count(),
        mean(wholes.stream().mapToDouble(Whole::ratio).sorted().toArray()),
        mean(
                wholes.stream()
                    .mapToDouble(each -> each.beginMillis() - (double) each.job().submitMillis())
                    .sorted()
                    .toArray())
            / SECOND_MILLIS,
        new PolicyFindings.Slowdown(
            mean(slowdowns), quantile(slowdowns, 0.5), quantile(slowdowns, TAIL)),
        offered == 0 ? 0 : time.useful() / offered,
        new PolicyFindings.NodeSeconds(
            time.useful() / SECOND_MILLIS,
            time.lost() / SECOND_MILLIS,
            time.overhead() / SECOND_MILLIS,
            time.idle() / SECOND_MILLIS,
            (time.withheld() - offline) / SECOND_MILLIS,
            offline / SECOND_MILLIS),
        changes);
  }

  private static double mean(double[] sorted) {
    double sum = 0;
    for (final double each : sorted) {
      sum += each;
    }
    return sorted.length == 0 ? 0 : sum / sorted.length;
  }

  private static double quantile(double[] sorted, double part) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(part * sorted.length) - 1];
  }

  /** For how long nothing was heard of machines, all together. */
  private double offlineMillis(TimeSpan time) {
    double millis = 0;
    final Map<String, Long> since = new HashMap<>();
    trace.machines().forEach(machine -> since.put(machine, 0L));
    for (final AvailabilityTrace.Turn turn : trace.turns()) {
      final Long from = since.remove(turn.machine());
      if (from != null) {
        millis += time.shared(from, turn.millis());
      }
      if (turn.presence() == Presence.UNKNOWN) {
        since.put(turn.machine(), turn.millis());
      }
    }
    for (final long from : since.values()) {
      millis += time.shared(from, Math.max(from, time.toMillis()));
    }
    return millis;
  }
}
