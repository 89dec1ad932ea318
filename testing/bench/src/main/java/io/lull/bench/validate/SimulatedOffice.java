package io.lull.bench.validate;

import io.lull.agent.core.settings.Settings;
import io.lull.bench.validate.OfficeHistory.PlannedJob;
import io.lull.bench.validate.OfficeHistory.Visit;
import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.coordinator.availability.NodeUse;
import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.StartWorker;
import io.lull.simulator.job.JobPace;
import io.lull.simulator.job.WorkerDelays;
import io.lull.simulator.world.GridSetup;
import io.lull.simulator.world.SimulatedGrid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** The same histories by the decision code of a live grid in virtual time. */
final class SimulatedOffice {
  private static final Duration LONGEST_DELAY = Duration.ofMillis(4);
  private static final Duration ROUND_AFTER = Duration.ofMillis(2);
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofHours(1);

  /** Until all computers are available, before the history begins. */
  private static final Duration BEFORE = Duration.ofMinutes(2);

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final String NUMBER = "number";

  private final OfficeHistory history;
  private final WorkerDelays delays;
  private final RecordedUses uses;
  private final SimulatedGrid grid;

  private SimulatedOffice(
      OfficeHistory history, OfficeRecord live, Map<String, String> settings, WorkerDelays delays) {
    this.history = history;
    this.delays = delays;
    final int nodes = live.uses().size();
    this.uses = new RecordedUses(nodes);
    this.grid =
        new SimulatedGrid(
            new GridSetup(
                history.seed(),
                1,
                nodes,
                Settings.of(settings),
                LONGEST_DELAY,
                ROUND_AFTER,
                beginning -> uses.knowing(live, beginning + BEFORE.toMillis()),
                this::pace,
                GridSetup.Steps.NOTHING));
  }

  /**
   * @param live what came of it: jobs are submitted when they were there, and the coordinator knows
   *     what that one knew of the nodes
   * @param settings of all owners
   * @param delays what starts, changes and ends of jobs take
   */
  static OfficeRecord run(
      OfficeHistory history, OfficeRecord live, Map<String, String> settings, WorkerDelays delays) {
    return new SimulatedOffice(history.submittedAsIn(live), live, settings, delays).run();
  }

  private JobPace pace(StartWorker order) {
    final PlannedJob job = history.jobs().get(number(order.getParametersList()));
    return new JobPace(job.iterations(), job::secondsPerIteration, true, delays);
  }

  private static int number(List<Parameter> parameters) {
    return parameters.stream()
        .filter(parameter -> parameter.getName().equals(NUMBER))
        .mapToInt(parameter -> Integer.parseInt(parameter.getValue()))
        .findFirst()
        .orElseThrow();
  }

  private OfficeRecord run() {
    for (final Visit visit : history.visits()) {
      final var agent = grid.agents().get(visit.node() - 1);
      at(visit.fromMillis(), agent::ownerComes);
      at(visit.untilMillis(), agent::ownerGoes);
    }
    for (int number = 0; number < history.jobs().size(); number++) {
      final PlannedJob job = history.jobs().get(number);
      final JobSpec.Builder spec =
          JobSpec.newBuilder()
              .setName("paced")
              .setApp("jacobi")
              .setMinWorkers(1)
              .setMaxWorkers(job.workers())
              .setCheckpoint("auto")
              .addParameters(
                  Parameter.newBuilder().setName(NUMBER).setValue(String.valueOf(number)));
      at(job.submitMillis(), () -> grid.submit(spec));
    }
    while (!allEnded()) {
      if (grid.agenda().nanos() > PATIENCE.toNanos()) {
        throw new IllegalStateException("a simulated job does not end: " + grid.stored());
      }
      grid.agenda().runFor(STEP);
    }
    final long began = grid.beginningMillis() + BEFORE.toMillis();
    final List<Job> jobs = new ArrayList<>(grid.stored().values());
    jobs.sort(Comparator.comparingInt(job -> number(job.terms().spec().getParametersList())));
    return new OfficeRecord(
        jobs.stream().map(job -> times(job, began)).toList(), uses.since(began));
  }

  private void at(long millis, Runnable what) {
    grid.agenda().at(BEFORE.toNanos() + millis * NANOS_PER_MILLI, what);
  }

  private boolean allEnded() {
    return grid.requests() == history.jobs().size()
        && grid.stored().size() == history.jobs().size()
        && grid.stored().values().stream().allMatch(Job::ended);
  }

  private static JobTimes times(Job job, long began) {
    return new JobTimes(
        job.terms().submittedMillis() - began,
        job.history().times().startedMillis() - began,
        job.endedMillis() - began,
        downtimes(job, Set.of(EventKind.GROW, EventKind.SHRINK)),
        downtimes(job, Set.of(EventKind.MIGRATE)));
  }

  private static List<Double> downtimes(Job job, Set<EventKind> kinds) {
    return job.history().events().stream()
        .filter(event -> kinds.contains(event.kind()))
        .map(SimulatedOffice::downtime)
        .toList();
  }

  private static double downtime(ChangeRecord event) {
    return event.measured().downtimeMillis();
  }

  /** What the simulated coordinator knows and writes of its nodes. */
  private static final class RecordedUses extends DiscardingHistory {
    private final Map<String, NavigableMap<Long, NodeUse>> byNode = new TreeMap<>();

    RecordedUses(int nodes) {
      for (int node = 1; node <= nodes; node++) {
        byNode.put("n" + node, new TreeMap<>());
      }
    }

    /** From before the history; the oldest first. */
    private final List<Change> past = new ArrayList<>();

    /**
     * @param began when the history begins
     */
    RecordedUses knowing(OfficeRecord live, long began) {
      live.uses()
          .forEach((node, uses) ->
              uses.headMap(-BEFORE.toMillis())
                  .forEach((millis, use) ->
                      past.add(new Change(simulated(node), state(use), began + millis))));
      past.sort(Comparator.comparingLong(Change::atMillis).thenComparing(Change::node));
      return this;
    }

    private static String simulated(String live) {
      return "n" + live.substring(LiveOffice.PREFIX.length());
    }

    private static NodeState state(NodeUse use) {
      return switch (use) {
        case OWNER -> NodeState.OWNER;
        case AVAILABLE -> NodeState.AVAILABLE;
        case RUNNING -> NodeState.RUNNING;
        case OFFLINE -> NodeState.OFFLINE;
      };
    }

    @Override
    public List<Change> between(long fromMillis, long untilMillis) {
      return past.stream()
          .filter(change -> change.atMillis() >= fromMillis && change.atMillis() < untilMillis)
          .toList();
    }

    @Override
    public List<Change> after(Place place, int most) {
      return past.stream()
          .filter(change ->
              Comparator.comparingLong(Place::atMillis)
                      .thenComparing(Place::node)
                      .compare(Place.of(change), place)
                  > 0)
          .limit(most)
          .toList();
    }

    /** By the names of live nodes, and from this moment on. */
    Map<String, NavigableMap<Long, NodeUse>> since(long began) {
      final Map<String, NavigableMap<Long, NodeUse>> found = new TreeMap<>();
      byNode.forEach((node, uses) -> {
        final NavigableMap<Long, NodeUse> moved = new TreeMap<>();
        uses.forEach((millis, use) -> moved.put(millis - began, use));
        found.put(LiveOffice.name(Integer.parseInt(node.substring(1))), moved);
      });
      return found;
    }

    @Override
    public void append(List<Change> changes) {
      for (final Change change : changes) {
        final NavigableMap<Long, NodeUse> node = byNode.get(change.node());
        if (node != null) {
          node.put(change.atMillis(), NodeUse.of(change.state()));
        }
      }
    }
  }
}
