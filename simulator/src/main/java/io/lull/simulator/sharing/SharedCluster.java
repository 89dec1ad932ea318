package io.lull.simulator.sharing;

import io.lull.simulator.trace.OfferCalendar;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * A cluster on which jobs run until all have ended, or until its trace ends. A change that comes
 * while a job still stands still because of the last one begins anew.
 */
public final class SharedCluster {
  /**
   * Where the machines' time went, in milliseconds of one machine, from the first submission to the
   * last end.
   *
   * @param useful jobs worked
   * @param lost jobs worked, and that work was lost
   * @param overhead jobs had machines and stood still
   * @param idle machines were offered, and no job had them
   * @param withheld machines were not offered
   */
  public record MachineTime(
      double useful, double lost, double overhead, double idle, double withheld) {
    public double all() {
      return useful + lost + overhead + idle + withheld;
    }
  }

  /** What came of a run. */
  public record Outcome(List<EndedJob> jobs, MachineTime time, long fromMillis, long untilMillis) {
    public Outcome {
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * How jobs are dealt with.
   *
   * @param loss what a job loses with a machine
   */
  public record Rules(SharingPolicy policy, ChangeCost cost, WorkLoss loss) {
    /** Where jobs lose nothing but time. */
    public Rules(SharingPolicy policy, ChangeCost cost) {
      this(policy, cost, new WorkLoss.Nothing());
    }
  }

  private final OfferCalendar calendar;
  private final Rules rules;
  private final List<RunningJob> all;
  private final List<RunningJob> active = new ArrayList<>();
  private final OfferCalendar.Cursor offers;
  private final long fromMillis;
  private int submitted;
  private long now;
  private double idle;
  private double withheld;

  private SharedCluster(OfferCalendar calendar, List<ParallelJob> jobs, Rules rules) {
    this.calendar = calendar;
    this.rules = rules;
    final List<ParallelJob> ordered =
        jobs.stream()
            .sorted(
                Comparator.comparingLong(ParallelJob::submitMillis)
                    .thenComparingInt(ParallelJob::number))
            .toList();
    this.fromMillis = ordered.isEmpty() ? 0 : ordered.getFirst().submitMillis();
    this.now = fromMillis;
    final OfferCalendar.Cursor cursor = calendar.from(fromMillis);
    this.offers = cursor;
    this.all = ordered.stream().map(job -> new RunningJob(job, cursor::isOffered)).toList();
  }

  public static Outcome run(OfferCalendar calendar, List<ParallelJob> jobs, Rules rules) {
    return new SharedCluster(calendar, jobs, rules).run();
  }

  private Outcome run() {
    long review = share();
    while (!active.isEmpty() || submitted < all.size()) {
      final long next = Math.min(review, nextMillis());
      if (next > calendar.endMillis()) {
        pass(Math.max(now, calendar.endMillis()));
        break;
      }
      pass(next);
      active.stream().filter(RunningJob::isDone).forEach(RunningJob::finish);
      active.removeIf(RunningJob::isDone);
      offers.advance(now);
      review = share();
    }
    return new Outcome(
        all.stream().map(RunningJob::ended).toList(),
        new MachineTime(
            sum(RunningJob::useful),
            sum(RunningJob::lost),
            sum(RunningJob::overhead),
            idle,
            withheld),
        fromMillis,
        now);
  }

  private double sum(ToDoubleFunction<RunningJob> part) {
    return all.stream().mapToDouble(part).sum();
  }

  private long nextMillis() {
    long next = offers.nextMillis();
    for (final RunningJob job : active) {
      next = Math.min(next, job.endsMillis());
    }
    return submitted < all.size() ? Math.min(next, all.get(submitted).job().submitMillis()) : next;
  }

  private void pass(long untilMillis) {
    final double millis = (double) untilMillis - now;
    int held = 0;
    for (final RunningJob job : active) {
      job.pass(untilMillis, rules.loss());
      held += job.held().size();
    }
    idle += millis * (offers.offered() - held);
    withheld += millis * (calendar.machines().size() - offers.offered());
    now = untilMillis;
  }

  /** Asks the policy; when to ask it again at the latest. */
  private long share() {
    while (submitted < all.size() && all.get(submitted).job().submitMillis() <= now) {
      active.add(all.get(submitted++));
    }
    active.sort(Comparator.comparingInt(running -> running.job().number()));
    final SharingPolicy.Decision decision =
        rules
            .policy()
            .decide(
                new SharingPolicy.View(
                    now,
                    offers.byIdleTime(),
                    active,
                    calendar.arrivals(now - SharingPolicy.View.ARRIVALS_MILLIS, now)));
    check(decision);
    for (int i = 0; i < active.size(); i++) {
      active.get(i).give(decision.machines().get(i), rules.cost(), rules.loss());
    }
    return decision.reviewMillis() > now ? decision.reviewMillis() : Long.MAX_VALUE;
  }

  private void check(SharingPolicy.Decision decision) {
    final Set<Integer> given = new HashSet<>();
    for (int i = 0; i < active.size(); i++) {
      final List<Integer> machines = decision.machines().get(i);
      if (machines.size() > active.get(i).job().machines()) {
        throw new IllegalStateException("a policy gives a job more machines than it can use");
      }
      for (final int machine : machines) {
        if (!given.add(machine) || !offers.isOffered(machine)) {
          throw new IllegalStateException(
              "a policy gives away machine " + machine + ", which is taken or not offered");
        }
      }
    }
  }
}
