package io.lull.bench.validate;

import io.lull.agent.core.settings.Settings;
import io.lull.bench.validate.OfficeHistory.PlannedJob;
import io.lull.bench.validate.OfficeHistory.Visit;
import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.bench.validate.OfficeRecord.Stay;
import io.lull.coordinator.availability.NodeUse;
import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.protocol.model.EventKind;
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
import java.util.stream.Stream;

/**
 * The same histories by the decision code of a live grid in virtual time: all that the live grid
 * went through since it began, so that the coordinator knows as much of its nodes.
 */
final class SimulatedOffice {
  private static final Duration LONGEST_DELAY = Duration.ofMillis(4);
  private static final Duration ROUND_AFTER = Duration.ofMillis(2);
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final String NUMBER = "number";

  private final WorkerDelays delays;
  private final long beganMillis;
  private final RecordedUses uses;
  private final SimulatedGrid grid;

  /** Of all histories, in the order of their submission. */
  private final List<PlannedJob> jobs = new ArrayList<>();

  /**
   * A history and what came of it on the live grid.
   *
   * @param record of it
   */
  record Lived(OfficeHistory history, OfficeRecord record) {}

  private SimulatedOffice(
      long seed, int nodes, long beganMillis, Map<String, String> settings, WorkerDelays delays) {
    this.delays = delays;
    this.beganMillis = beganMillis;
    this.uses = new RecordedUses(nodes);
    this.grid =
        new SimulatedGrid(
            new GridSetup(
                seed,
                beganMillis,
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
   * @param lived all histories of the live grid; jobs are submitted when they were there
   * @param beganMillis when it began, in epoch milliseconds; agents begin when they began there
   * @param settings of all owners
   * @param delays what starts, changes and ends of jobs take
   * @return of the last history
   */
  static OfficeRecord run(
      List<Lived> lived, long beganMillis, Map<String, String> settings, WorkerDelays delays) {
    final Lived last = lived.getLast();
    final SimulatedOffice office =
        new SimulatedOffice(
            last.history().seed(), last.record().uses().size(), beganMillis, settings, delays);
    office.begin(lived.getFirst().record());
    lived.forEach(office::add);
    return office.run(last.record().beganMillis(), last.history().jobs().size());
  }

  private void begin(OfficeRecord first) {
    for (int node = 1; node <= first.uses().size(); node++) {
      final var agent = grid.agents().get(node - 1);
      agent.crash();
      at(
          first.beganMillis()
              + first.uses().getOrDefault(LiveOffice.name(node), new TreeMap<>()).firstKey(),
          agent::start);
    }
  }

  private void add(Lived lived) {
    final long from = lived.record().beganMillis();
    for (final Visit visit : lived.history().visits()) {
      final var agent = grid.agents().get(visit.node() - 1);
      at(from + visit.fromMillis(), agent::ownerComes);
      at(from + visit.untilMillis(), agent::ownerGoes);
    }
    for (final PlannedJob job : lived.history().submittedAsIn(lived.record()).jobs()) {
      final JobSpec.Builder spec =
          JobSpec.newBuilder()
              .setName("paced")
              .setApp("jacobi")
              .setMinWorkers(1)
              .setMaxWorkers(job.workers())
              .setCheckpoint("auto")
              .addParameters(
                  Parameter.newBuilder().setName(NUMBER).setValue(String.valueOf(jobs.size())));
      jobs.add(job);
      at(from + job.submitMillis(), () -> grid.submit(spec));
    }
  }

  private JobPace pace(StartWorker order) {
    final PlannedJob job = jobs.get(number(order.getParametersList()));
    return new JobPace(job.iterations(), job.workers(), job::secondsPerIteration, true, delays);
  }

  private static int number(List<Parameter> parameters) {
    return parameters.stream()
        .filter(parameter -> parameter.getName().equals(NUMBER))
        .mapToInt(parameter -> Integer.parseInt(parameter.getValue()))
        .findFirst()
        .orElseThrow();
  }

  private OfficeRecord run(long fromMillis, int lastJobs) {
    final long patience = Duration.ofMillis(fromMillis - beganMillis).plus(PATIENCE).toNanos();
    while (!allEnded()) {
      if (grid.agenda().nanos() > patience) {
        throw new IllegalStateException("a simulated job does not end: " + grid.stored());
      }
      grid.agenda().runFor(STEP);
    }
    final List<Job> ended = new ArrayList<>(grid.stored().values());
    ended.sort(Comparator.comparingInt(job -> number(job.terms().spec().getParametersList())));
    return new OfficeRecord(
        fromMillis,
        ended.subList(ended.size() - lastJobs, ended.size()).stream()
            .map(job -> times(job, fromMillis))
            .toList(),
        uses.since(fromMillis));
  }

  private void at(long epochMillis, Runnable what) {
    grid.agenda().at((epochMillis - beganMillis) * NANOS_PER_MILLI, what);
  }

  private boolean allEnded() {
    return grid.requests() == jobs.size()
        && grid.stored().size() == jobs.size()
        && grid.stored().values().stream().allMatch(Job::ended);
  }

  private static JobTimes times(Job job, long began) {
    return new JobTimes(
        job.terms().submittedMillis() - began,
        job.history().times().startedMillis() - began,
        job.endedMillis() - began,
        events(job, Set.of(EventKind.START)).findFirst().orElseThrow().nodes().to(),
        stays(job, began),
        downtimes(job, Set.of(EventKind.GROW)),
        downtimes(job, Set.of(EventKind.SHRINK)),
        downtimes(job, Set.of(EventKind.MIGRATE)));
  }

  private static List<Double> downtimes(Job job, Set<EventKind> kinds) {
    return events(job, kinds).map(event -> event.measured().downtimeMillis()).toList();
  }

  private static Stream<ChangeRecord> events(Job job, Set<EventKind> kinds) {
    return job.history().events().stream().filter(event -> kinds.contains(event.kind()));
  }

  private static List<Stay> stays(Job job, long began) {
    final OfficeRecord.Stays stays = new OfficeRecord.Stays();
    for (final ChangeRecord event : job.history().events()) {
      stays.changed(
          event.atMillis() - began,
          event.nodes().left().stream().map(SimulatedOffice::live).toList(),
          event.nodes().joined().stream().map(SimulatedOffice::live).toList());
    }
    return stays.ended(job.endedMillis() - began);
  }

  /** The name of the live node. */
  private static String live(String simulated) {
    return LiveOffice.name(Integer.parseInt(simulated.substring(1)));
  }

  /** What the simulated coordinator writes of its nodes. */
  private static final class RecordedUses extends DiscardingHistory {
    private final Map<String, NavigableMap<Long, NodeUse>> byNode = new TreeMap<>();

    RecordedUses(int nodes) {
      for (int node = 1; node <= nodes; node++) {
        byNode.put("n" + node, new TreeMap<>());
      }
    }

    /** By the names of live nodes, and from this moment on. */
    Map<String, NavigableMap<Long, NodeUse>> since(long began) {
      final Map<String, NavigableMap<Long, NodeUse>> found = new TreeMap<>();
      byNode.forEach((node, uses) -> {
        final NavigableMap<Long, NodeUse> moved = new TreeMap<>();
        uses.forEach((millis, use) -> moved.put(millis - began, use));
        found.put(live(node), moved);
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
