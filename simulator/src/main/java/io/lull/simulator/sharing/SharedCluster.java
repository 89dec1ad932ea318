package io.lull.simulator.sharing;

import io.lull.simulator.trace.OfferCursor;
import io.lull.simulator.trace.OfferSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

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

  private final OfferSource source;
  private final Rules rules;
  private final List<RunningJob> all;
  private final List<RunningJob> active = new ArrayList<>();
  private final OfferCursor offers;
  private final FreeMachines free;
  private final @Nullable RunningJob[] holders;
  private final long fromMillis;
  private RunObserver observer = RunObserver.NOBODY;
  private int submitted;
  private int held;
  private long now;

  /** When the first of the active jobs ends if nothing happens. */
  private long nextEnd = Long.MAX_VALUE;

  /** Whether a machine that a job has went or came since the policy was asked. */
  private boolean disturbed;

  /** Whether all jobs have all that they can use: they ask for nothing, whatever else comes. */
  private boolean content;

  private double idle;
  private double withheld;

  private SharedCluster(OfferSource source, List<ParallelJob> jobs, Rules rules, long startMillis) {
    this.source = source;
    this.rules = rules;
    final List<ParallelJob> ordered =
        jobs.stream()
            .sorted(
                Comparator.comparingLong(ParallelJob::submitMillis)
                    .thenComparingInt(ParallelJob::number))
            .toList();
    this.fromMillis = ordered.isEmpty() ? 0 : ordered.getFirst().submitMillis();
    this.now = Math.max(fromMillis, startMillis);
    final OfferCursor cursor = source.from(now);
    this.offers = cursor;
    this.free = new FreeMachines(cursor);
    this.holders = new RunningJob[source.machines()];
    this.all = ordered.stream().map(job -> new RunningJob(job, cursor::isOffered)).toList();
  }

  public static Outcome run(OfferSource source, List<ParallelJob> jobs, Rules rules) {
    return run(source, jobs, rules, RunObserver.NOBODY);
  }

  public static Outcome run(
      OfferSource source, List<ParallelJob> jobs, Rules rules, RunObserver observer) {
    final SharedCluster cluster = new SharedCluster(source, jobs, rules, 0);
    cluster.observer = observer;
    cluster.findFree();
    return cluster.run(cluster.share());
  }

  /**
   * Goes on with a run that was left, of the same arguments.
   *
   * @throws IllegalArgumentException when it is of others
   */
  public static Outcome resume(
      OfferSource source,
      List<ParallelJob> jobs,
      Rules rules,
      SavedRun saved,
      RunObserver observer) {
    final SharedCluster cluster = new SharedCluster(source, jobs, rules, saved.nowMillis());
    cluster.restore(saved);
    cluster.observer = observer;
    return cluster.run(saved.reviewMillis());
  }

  private void restore(SavedRun saved) {
    rules.policy().remember(saved.memory());
    idle = saved.idle();
    withheld = saved.withheld();
    submitted = saved.submitted();
    for (int i = 0; i < saved.jobs().size(); i++) {
      final RunningJob job = all.get(i);
      final SavedRun.Job of = saved.jobs().get(i);
      if (job.job().number() != of.number()) {
        throw new IllegalArgumentException("what was saved is of other jobs");
      }
      job.restore(of);
      if (of.end() == SavedRun.NEVER) {
        active.add(job);
        hold(job, of.held());
      }
    }
    active.sort(Comparator.comparingInt(running -> running.job().number()));
    findFree();
    findNextEnd();
    findContent();
  }

  private SavedRun saved(long review) {
    return new SavedRun(
        now,
        review,
        submitted,
        all.subList(0, submitted).stream().map(RunningJob::saved).toList(),
        idle,
        withheld,
        rules.policy().memory());
  }

  private void findFree() {
    for (int machine = 0; machine < holders.length; machine++) {
      if (offers.isOffered(machine) && holders[machine] == null) {
        free.add(machine);
      }
    }
  }

  private Outcome run(long firstReview) {
    long review = firstReview;
    int events = 0;
    while (!active.isEmpty() || submitted < all.size()) {
      final long next = Math.min(Math.min(review, nextSubmission()), nextEvent());
      if (next > source.endMillis()) {
        passMachines(Math.max(now, source.endMillis()));
        break;
      }
      passMachines(next);
      final boolean due = next == review || next == nextEnd || next == nextSubmission();
      if (next == nextEnd) {
        passJobs();
        finish();
      }
      offers.advance(now, this::changed);
      if (due || disturbed || !content) {
        passJobs();
        review = share();
      }
      if (++events % observer.events() == 0) {
        final long then = review;
        observer.passed(now, () -> saved(then));
      }
    }
    passJobs();
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

  private long nextEvent() {
    return Math.min(offers.nextMillis(), nextEnd);
  }

  private long nextSubmission() {
    return submitted < all.size() ? all.get(submitted).job().submitMillis() : Long.MAX_VALUE;
  }

  private void changed(int machine, boolean isOffered) {
    final @Nullable RunningJob holder = holders[machine];
    if (holder != null) {
      holder.look();
      disturbed = true;
    } else if (isOffered) {
      free.add(machine);
    } else {
      free.remove(machine);
    }
  }

  private void passMachines(long untilMillis) {
    final double millis = (double) untilMillis - now;
    idle += millis * (offers.offered() - held);
    withheld += millis * (source.machines() - offers.offered());
    now = untilMillis;
  }

  private void passJobs() {
    for (final RunningJob job : active) {
      job.pass(now, rules.loss());
    }
  }

  private void finish() {
    for (final RunningJob job : List.copyOf(active)) {
      if (job.isDone()) {
        release(job);
        job.finish();
        active.remove(job);
      }
    }
    findNextEnd();
  }

  private void findContent() {
    content = !rules.policy().rearranges() && active.stream().allMatch(RunningJob::isContent);
  }

  private void findNextEnd() {
    nextEnd = active.stream().mapToLong(RunningJob::endsMillis).min().orElse(Long.MAX_VALUE);
  }

  private void hold(RunningJob job, List<Integer> machines) {
    for (final int machine : machines) {
      if (holders[machine] != null || !offers.isOffered(machine)) {
        throw new IllegalStateException(
            "a policy gives away machine " + machine + ", which is taken or not offered");
      }
      holders[machine] = job;
      observer.held(now, machine, job.job().number());
    }
    held += machines.size();
  }

  private void release(RunningJob job) {
    for (final int machine : job.held()) {
      holders[machine] = null;
      observer.held(now, machine, 0);
      if (offers.isOffered(machine)) {
        free.add(machine);
      }
    }
    held -= job.held().size();
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
            .decide(new SharingPolicy.View(now, offers.offered(), free, active, offers.arrivals()));
    give(decision.machines());
    disturbed = false;
    findContent();
    findNextEnd();
    return decision.reviewMillis() > now ? decision.reviewMillis() : Long.MAX_VALUE;
  }

  private void give(List<List<Integer>> machines) {
    final List<Integer> changed = new ArrayList<>();
    for (int i = 0; i < active.size(); i++) {
      final RunningJob job = active.get(i);
      final boolean same = machines.get(i).equals(job.held());
      if (same && job.kept().size() < job.held().size()) {
        throw new IllegalStateException("a policy gives a job a machine that is not offered");
      }
      if (!same) {
        changed.add(i);
        release(job);
      }
    }
    for (final int i : changed) {
      final RunningJob job = active.get(i);
      if (machines.get(i).size() > job.job().machines()) {
        throw new IllegalStateException("a policy gives a job more machines than it can use");
      }
      hold(job, machines.get(i));
      machines.get(i).forEach(free::remove);
      job.give(machines.get(i), rules.cost(), rules.loss());
    }
  }
}
