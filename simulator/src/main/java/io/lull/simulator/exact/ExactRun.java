package io.lull.simulator.exact;

import io.lull.agent.core.settings.Settings;
import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.model.JobState;
import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.StartWorker;
import io.lull.simulator.job.JobPace;
import io.lull.simulator.job.WorkerDelays;
import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.EndedJob;
import io.lull.simulator.sharing.JobChanges;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.SharedCluster;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.OfferCursor;
import io.lull.simulator.trace.OfferSource;
import io.lull.simulator.world.GridSetup;
import io.lull.simulator.world.SimulatedGrid;
import io.lull.simulator.world.TracedOwners;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;

/**
 * Jobs on the machines of a trace: a coordinator and an agent on each machine, which run the
 * decision code of live ones in virtual time, and workers that compute as fast as the jobs'
 * speed-up says. What must always hold is checked meanwhile, as in fault simulations.
 *
 * <p>Each second of each machine is a small part of an event: a thousand machines and four weeks
 * take hours, tens of machines and days take minutes.
 */
public final class ExactRun {
  /** Machines and days multiplied: a thousand machines for four weeks. */
  public static final int MOST_MACHINE_DAYS = 28_000;

  /** All of one user. */
  public static final int MOST_JOBS = 5_000;

  private static final Duration LONGEST_DELAY = Duration.ofMillis(20);
  private static final Duration ROUND_AFTER = Duration.ofMillis(250);
  private static final Duration STEP = Duration.ofHours(1);

  /**
   * On all of a job's machines. Longer ones cost more than real programs lose when an owner
   * returns.
   */
  private static final double ITERATION_MILLIS = 2_500;

  private static final long FEWEST_ITERATIONS = 20;
  private static final long MOST_ITERATIONS = 20_000;
  private static final String NUMBER = "number";
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MILLIS_PER_SECOND = 1e3;

  private final OfferSource calendar;
  private final Map<Integer, ParallelJob> jobs = new HashMap<>();
  private final WorkerDelays delays;
  private final SimulatedGrid grid;

  private ExactRun(
      AvailabilityTrace trace,
      OfferSource calendar,
      Duration recruitment,
      List<ParallelJob> jobs,
      ChangeCost cost,
      long seed) {
    this.calendar = calendar;
    this.delays =
        WorkerDelays.of(
            new WorkerDelays.Changes(
                Duration.ofMillis(cost.resizeMillis()),
                Duration.ofMillis(cost.resizeMillis()),
                Duration.ofMillis(cost.migrateMillis())));
    jobs.forEach(job -> this.jobs.put(job.number(), job));
    this.grid =
        new SimulatedGrid(
            new GridSetup(
                seed,
                trace.beganMillis().orElse(GridSetup.SOME_MONDAY_MILLIS),
                1,
                trace.machines().size(),
                Settings.of(Map.of("idle-after", Durations.format(recruitment))),
                LONGEST_DELAY,
                ROUND_AFTER,
                _ -> new DiscardingHistory(),
                this::pace,
                GridSetup.Steps.NOTHING));
    TracedOwners.follow(grid, trace);
    for (final ParallelJob job : jobs) {
      grid.agenda()
          .at(Duration.ofMillis(job.submitMillis()).toNanos(), () -> grid.submit(spec(job)));
    }
  }

  /**
   * Until all jobs have ended, or the trace.
   *
   * @param calendar of the same trace
   * @param recruitment for so long a machine is idle before it is offered
   * @param cost one that is longer than an owner's grace period ends in guests that are killed
   * @param progress gets how much of the trace is over, and how many events there were, now and
   *     then
   * @throws IllegalArgumentException with one line, when that is too much for this level
   */
  public static SharedCluster.Outcome of(
      AvailabilityTrace trace,
      OfferSource calendar,
      Duration recruitment,
      List<ParallelJob> jobs,
      ChangeCost cost,
      long seed,
      ObjLongConsumer<Duration> progress) {
    final double days = trace.endMillis() / (double) Duration.ofDays(1).toMillis();
    if (trace.machines().size() * days > MOST_MACHINE_DAYS) {
      throw new IllegalArgumentException(
          "the exact level simulates at most "
              + MOST_MACHINE_DAYS
              + " days of machines: give fewer --nodes or --days, or --level fast");
    }
    if (jobs.size() > MOST_JOBS) {
      throw new IllegalArgumentException(
          "the exact level simulates at most " + MOST_JOBS + " jobs: give fewer, or --level fast");
    }
    return new ExactRun(trace, calendar, recruitment, jobs, cost, seed)
        .run(trace.endMillis(), progress);
  }

  private JobPace pace(StartWorker order) {
    final ParallelJob job = job(order.getParametersList());
    final long iterations = iterations(job);
    return new JobPace(
        iterations,
        job.machines(),
        workers -> job.machineMillis() / job.speedup().on(workers) / iterations / MILLIS_PER_SECOND,
        true,
        delays);
  }

  private ParallelJob job(List<Parameter> parameters) {
    return parameters.stream()
        .filter(parameter -> parameter.getName().equals(NUMBER))
        .map(parameter -> jobs.get(Integer.parseInt(parameter.getValue())))
        .findFirst()
        .orElseThrow();
  }

  private static long iterations(ParallelJob job) {
    return Math.clamp(
        Math.round(job.dedicatedMillis() / ITERATION_MILLIS), FEWEST_ITERATIONS, MOST_ITERATIONS);
  }

  private static JobSpec.Builder spec(ParallelJob job) {
    return JobSpec.newBuilder()
        .setName("job-" + job.number())
        .setApp("jacobi")
        .setMinWorkers(1)
        .setMaxWorkers(job.machines())
        .setCheckpoint("auto")
        .addParameters(
            Parameter.newBuilder().setName(NUMBER).setValue(String.valueOf(job.number())));
  }

  private SharedCluster.Outcome run(long endMillis, ObjLongConsumer<Duration> progress) {
    Map<Integer, Job> stored = Map.of();
    final long end = Duration.ofMillis(endMillis).toNanos();
    while (grid.agenda().nanos() < end && !allEnded(stored)) {
      grid.agenda().runUntil(Math.min(end, grid.agenda().nanos() + STEP.toNanos()));
      stored = stored();
      progress.accept(Duration.ofNanos(grid.agenda().nanos()), grid.agenda().made());
    }
    return outcome(stored, Math.round(grid.agenda().nanos() / NANOS_PER_MILLI));
  }

  private boolean allEnded(Map<Integer, Job> stored) {
    return stored.size() == jobs.size() && stored.values().stream().allMatch(Job::ended);
  }

  private Map<Integer, Job> stored() {
    final Map<Integer, Job> stored = new HashMap<>();
    grid.stored()
        .values()
        .forEach(job -> stored.put(job(job.terms().spec().getParametersList()).number(), job));
    return stored;
  }

  private SharedCluster.Outcome outcome(Map<Integer, Job> stored, long nowMillis) {
    final List<EndedJob> ended = new ArrayList<>();
    double held = 0;
    double worked = 0;
    double lost = 0;
    long last = 0;
    for (final ParallelJob job : jobs.values()) {
      final Job seen = stored.get(job.number());
      if (seen == null) {
        ended.add(
            new EndedJob(
                job, OptionalLong.empty(), OptionalLong.empty(), new JobChanges(0, 0, 0, 0, 0)));
        continue;
      }
      final long finished = seen.endedMillis() - grid.beginningMillis();
      last = Math.max(last, seen.state() == JobState.FINISHED ? finished : nowMillis);
      held += seen.nodeMillis(grid.beginningMillis() + nowMillis);
      worked += grid.workedNanos(seen.id()) / NANOS_PER_MILLI;
      lost += lostMillis(seen, job);
      ended.add(
          new EndedJob(
              job,
              at(seen.history().times().startedMillis()),
              seen.state() == JobState.FINISHED ? OptionalLong.of(finished) : OptionalLong.empty(),
              changes(seen)));
    }
    final long from = jobs.values().stream().mapToLong(ParallelJob::submitMillis).min().orElse(0);
    final long until = Math.max(last, from);
    final double offered = offeredMillis(from, until);
    final double all = (double) (until - from) * calendar.machines();
    return new SharedCluster.Outcome(
        ended,
        new SharedCluster.MachineTime(
            worked - lost,
            lost,
            Math.max(0, held - worked),
            Math.max(0, offered - held),
            all - offered),
        from,
        until);
  }

  private OptionalLong at(long epochMillis) {
    return epochMillis == 0
        ? OptionalLong.empty()
        : OptionalLong.of(epochMillis - grid.beginningMillis());
  }

  /** Iterations that were repeated, as long as they take on the nodes that the job had before. */
  private static double lostMillis(Job seen, ParallelJob job) {
    return seen.history().events().stream()
        .filter(event -> event.measured().lostIterations() > 0 && event.nodes().from() > 0)
        .mapToDouble(event ->
            event.measured().lostIterations()
                * event.nodes().from()
                * job.machineMillis()
                / job.speedup().on(event.nodes().from())
                / iterations(job))
        .sum();
  }

  private static JobChanges changes(Job seen) {
    final List<ChangeRecord> events = seen.history().events();
    return new JobChanges(
        count(events, event -> event.kind() == EventKind.GROW),
        count(events, event -> event.kind() == EventKind.SHRINK),
        count(events, event -> event.kind() == EventKind.MIGRATE),
        count(events, event -> event.kind() == EventKind.SUSPEND),
        events.stream()
            .filter(event -> event.cause() == EventCause.OWNER)
            .mapToInt(event -> event.nodes().left().size())
            .sum());
  }

  private static int count(List<ChangeRecord> events, Predicate<ChangeRecord> which) {
    return (int) events.stream().filter(which).count();
  }

  private double offeredMillis(long from, long until) {
    final OfferCursor cursor = calendar.from(from);
    double sum = 0;
    long at = from;
    while (at < until) {
      final long next = Math.min(until, cursor.nextMillis());
      sum += (double) (next - at) * cursor.offered();
      at = next;
      cursor.advance(at);
    }
    return sum;
  }
}
