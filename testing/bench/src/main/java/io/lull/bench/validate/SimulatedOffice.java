package io.lull.bench.validate;

import io.lull.agent.core.settings.Settings;
import io.lull.bench.validate.OfficeHistory.PlannedJob;
import io.lull.bench.validate.OfficeHistory.Visit;
import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.bench.validate.OfficeRecord.Use;
import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.NodeHistory;
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
      OfficeHistory history, int nodes, Map<String, String> settings, WorkerDelays delays) {
    this.history = history;
    this.delays = delays;
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
                _ -> uses,
                this::pace,
                GridSetup.Steps.NOTHING));
  }

  /**
   * @param settings of all owners
   * @param delays what starts, changes and ends of jobs take
   */
  static OfficeRecord run(
      OfficeHistory history, int nodes, Map<String, String> settings, WorkerDelays delays) {
    return new SimulatedOffice(history, nodes, settings, delays).run();
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

  /** What the simulated coordinator writes of its nodes. */
  private static final class RecordedUses implements NodeHistory {
    private final Map<String, NavigableMap<Long, Use>> byNode = new TreeMap<>();

    RecordedUses(int nodes) {
      for (int node = 1; node <= nodes; node++) {
        byNode.put("n" + node, new TreeMap<>());
      }
    }

    /** By the names of live nodes, and from this moment on. */
    Map<String, NavigableMap<Long, Use>> since(long began) {
      final Map<String, NavigableMap<Long, Use>> found = new TreeMap<>();
      byNode.forEach((node, uses) -> {
        final NavigableMap<Long, Use> moved = new TreeMap<>();
        uses.forEach((millis, use) -> moved.put(millis - began, use));
        found.put(LiveOffice.name(Integer.parseInt(node.substring(1))), moved);
      });
      return found;
    }

    @Override
    public void append(List<Change> changes) {
      for (final Change change : changes) {
        final NavigableMap<Long, Use> node = byNode.get(change.node());
        if (node != null) {
          node.put(change.atMillis(), use(change.state()));
        }
      }
    }

    private static Use use(NodeState state) {
      return switch (state) {
        case OWNER -> Use.OWNER;
        case AVAILABLE -> Use.AVAILABLE;
        case CLAIMED, RUNNING, SUSPENDED, VACATING -> Use.RUNNING;
        case DRAINED, OFFLINE -> Use.OFFLINE;
      };
    }

    @Override
    public Map<String, NodeState> statesBefore(long millis) {
      return Map.of();
    }

    @Override
    public List<Change> between(long fromMillis, long untilMillis) {
      return List.of();
    }

    @Override
    public List<Change> after(Place place, int most) {
      return List.of();
    }

    @Override
    public void dropBefore(long millis) {
      // A history is minutes long.
    }
  }
}
