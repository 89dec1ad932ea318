package io.lull.simulator.comparison;

import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.EndedJob;
import io.lull.simulator.sharing.JobChanges;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.RunObserver;
import io.lull.simulator.sharing.SharedCluster;
import io.lull.simulator.trace.OfferCursor;
import io.lull.simulator.trace.RecordedMachines;
import io.lull.simulator.trace.TimeSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs jobs on the machines of a trace under one policy after another. */
public final class PolicyComparison {
  private static final double SECOND_MILLIS = 1000;
  private static final double SHORT_MILLIS = 10_000;
  private static final double TAIL = 0.95;

  private final RecordedMachines machines;
  private final List<ParallelJob> jobs;
  private final ChangeCost cost;

  private PolicyComparison(RecordedMachines machines, List<ParallelJob> jobs, ChangeCost cost) {
    this.machines = machines;
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
   * Simulates policies, several at once where there are several processors: none has any part in
   * another.
   *
   * @param jobs in any order
   */
  public static Findings run(
      RecordedMachines machines,
      List<ParallelJob> jobs,
      ChangeCost cost,
      List<Contender> contenders,
      ComparisonProgress progress) {
    final PolicyComparison comparison = new PolicyComparison(machines, jobs, cost);
    final List<Supplier<Part>> parts = new ArrayList<>();
    parts.add(() -> new Part(offered(machines), null));
    for (final Contender contender : contenders) {
      parts.add(() ->
          new Part(
              null,
              progress
                  .finished(contender)
                  .orElseGet(() -> comparison.findings(contender, progress))));
    }
    final List<Part> found = parts.parallelStream().map(Supplier::get).toList();
    return new Findings(
        Objects.requireNonNull(found.getFirst().offered(), "the first part"),
        found.stream()
            .map(Part::policy)
            .filter(Objects::nonNull)
            .map(Objects::requireNonNull)
            .toList());
  }

  /** What one thread finds: one of these. */
  private record Part(@Nullable Offered offered, @Nullable PolicyFindings policy) {}

  /**
   * The same of one policy, of which it is known already what came of it.
   *
   * @param outcome of these jobs on these machines
   */
  public static Findings of(
      RecordedMachines machines, Contender contender, SharedCluster.Outcome outcome) {
    final List<ParallelJob> jobs = outcome.jobs().stream().map(EndedJob::job).toList();
    final PolicyComparison comparison =
        new PolicyComparison(machines, jobs, ChangeCost.ofResize(0));
    JobChanges changes = new JobChanges(0, 0, 0, 0, 0);
    for (final EndedJob job : outcome.jobs()) {
      changes = plus(changes, job.changes());
    }
    return new Findings(
        offered(machines),
        List.of(
            comparison.figures(
                contender,
                outcome.jobs().stream()
                    .map(job -> Whole.of(job.job(), job, outcome.untilMillis()))
                    .toList(),
                outcome,
                changes)));
  }

  private static Offered offered(RecordedMachines machines) {
    final OfferCursor cursor = machines.from(0);
    double sum = 0;
    double squares = 0;
    int min = cursor.offered();
    int max = cursor.offered();
    long at = 0;
    while (at < machines.endMillis()) {
      final long next = Math.min(cursor.nextMillis(), machines.endMillis());
      sum += (double) (next - at) * cursor.offered();
      squares += (double) (next - at) * cursor.offered() * cursor.offered();
      min = Math.min(min, cursor.offered());
      max = Math.max(max, cursor.offered());
      at = next;
      cursor.advance(at);
    }
    final double mean = sum / Math.max(1, machines.endMillis());
    final double variance = squares / Math.max(1, machines.endMillis()) - mean * mean;
    return new Offered(mean, mean == 0 ? 0 : Math.sqrt(Math.max(0, variance)) / mean, min, max);
  }

  private PolicyFindings findings(Contender contender, ComparisonProgress progress) {
    final JobParts all = JobParts.of(contender, jobs);
    final List<ParallelJob> parts = all.parts();
    final RunObserver observer = (now, save) -> progress.passed(contender, now, save);
    final SharedCluster.Rules rules = contender.rules(cost);
    progress.passed(
        contender,
        0,
        () -> {
          throw new IllegalStateException("nothing has happened yet");
        });
    final SharedCluster.Outcome outcome =
        progress
            .saved(contender)
            .map(saved -> SharedCluster.resume(machines, parts, rules, saved, observer))
            .orElseGet(() -> SharedCluster.run(machines, parts, rules, observer));
    final Map<Integer, Whole> wholes = new HashMap<>();
    JobChanges changes = new JobChanges(0, 0, 0, 0, 0);
    for (final EndedJob part : outcome.jobs()) {
      final ParallelJob job = all.whole(part.job().number());
      wholes.merge(job.number(), Whole.of(job, part, outcome.untilMillis()), Whole::with);
      changes = plus(changes, part.changes());
    }
    final PolicyFindings findings =
        figures(contender, List.copyOf(wholes.values()), outcome, changes);
    progress.done(findings);
    return findings;
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
    final double offline =
        machines.unknownMillis(new TimeSpan(outcome.fromMillis(), outcome.untilMillis()));
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
            mean(slowdowns),
            quantile(slowdowns, 1 - TAIL),
            quantile(slowdowns, 0.25),
            quantile(slowdowns, 0.5),
            quantile(slowdowns, 0.75),
            quantile(slowdowns, TAIL)),
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
    return sorted.length == 0 ? 0 : sorted[Math.max(0, (int) Math.ceil(part * sorted.length) - 1)];
  }
}
