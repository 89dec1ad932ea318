package io.lull.coordinator.core.view;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Prerequisites;
import io.lull.coordinator.core.job.Tasks;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.protocol.model.JobState;
import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.CheckpointsView;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.TasksDiffered;
import io.lull.protocol.wire.TasksView;
import io.lull.protocol.wire.Tile;
import io.lull.protocol.wire.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A job as its user sees it. */
public final class JobViews {
  private JobViews() {}

  public static JobView of(Job job) {
    final JobSpec spec = job.terms().spec();
    final JobProgress.Gauge gauge = job.progress().gauge();
    final Attempt.Moved moved = moved(job.phase());
    final boolean finished = job.state() == JobState.FINISHED;
    final TasksView tasks = tasks(job);
    final long iteration =
        job.terms().isBag() ? tasks.getDone() + tasks.getFailed() : gauge.iteration();
    final long iterations = job.terms().isBag() ? tasks.getTotal() : gauge.iterations();
    final double progress =
        finished ? 1 : iterations > 0 ? Math.min(1, (double) iteration / iterations) : 0;
    final JobView.Builder view = JobView.newBuilder();
    if (job.terms().isBag()) {
      view.setTasks(tasks);
    }
    return view.setId(job.id())
        .setName(spec.getName().isEmpty() ? job.id() : spec.getName())
        .setApp(job.terms().runsCommands() ? "command" : spec.getApp())
        .setState(job.state().wire())
        .setMinWorkers(job.terms().least())
        .setMaxWorkers(job.terms().greatest())
        .setMoldable(job.terms().moldable())
        .setNetwork(spec.getNetwork())
        .setChecked(spec.getChecked())
        .setNoAdapt(spec.getNoAdapt())
        .addAllGhosts(job.ghosts())
        .addAllWorkers(workers(job))
        .setEpoch(job.progress().epoch())
        .setIteration(iteration)
        .setIterations(iterations)
        .setProgress(progress)
        .setSecondsPerIteration(gauge.secondsPerIteration())
        .setFastestSecondsPerIteration(gauge.recent().fastest().orElse(0))
        .setSlowestSecondsPerIteration(gauge.recent().slowest().orElse(0))
        .setSubmittedAt(job.terms().submittedMillis())
        .setStartedAt(job.history().times().startedMillis())
        .setFinishedAt(job.history().times().finishedMillis())
        .setError(job.history().result().error())
        .setCheckpoints(checkpoints(job))
        .addAllEvents(events(job))
        .addAllCheckValues(job.history().result().checkValues())
        .addAllOutputs(
            // A bag may have thousands, and is looked at often as long as it runs.
            job.terms().isBag() && !job.ended() ? List.of() : job.history().result().outputs())
        .setUser(job.terms().user())
        .setReason(reason(job, job.phase()))
        .setRows(job.progress().picture().rows())
        .setColumns(job.progress().picture().columns())
        .setWantedWorkers(job.targets().workers())
        .setPending(pending(job))
        .setMovedBytes(moved.bytes())
        .setMovingBytes(moved.ofBytes())
        .setOutputsDroppedAt(job.outputsDroppedMillis())
        .setPriority(spec.getPriority())
        .setLimitMillis(spec.getLimitMillis())
        .setHeldBy(job.ended() ? "" : job.heldBy())
        .build();
  }

  /** Its history, the oldest line first. */
  public static List<EventView> events(Job job) {
    return job.history().events().stream().map(ChangeViews::of).toList();
  }

  /** What it has stored by now. */
  public static List<Blob> outputs(Job job) {
    return job.history().result().outputs();
  }

  /** Of a bag; none of others. */
  private static TasksView tasks(Job job) {
    final TasksView.Builder view =
        TasksView.newBuilder().setTotal(job.terms().spec().getBag().getTasks());
    job.dealing()
        .ifPresentOrElse(
            dealing -> {
              view.setDone(dealing.tasks().done())
                  .setFailed(dealing.tasks().failed().size())
                  .setRunning(
                      dealing.assignments().values().stream()
                          .mapToInt(assignment -> assignment.running().size())
                          .sum());
              dealing
                  .tasks()
                  .votes()
                  .liars()
                  .forEach((node, tasks) -> view.addDiffered(differed(node, tasks)));
            },
            () -> {
              view.setDone(figure(job, Tasks.DONE)).setFailed(figure(job, Tasks.FAILED));
              job.history().result().checkValues().stream()
                  .filter(value -> value.getName().startsWith(Tasks.DIFFERED_ON))
                  .forEach(value ->
                      view.addDiffered(
                          differed(
                              value.getName().substring(Tasks.DIFFERED_ON.length()),
                              Integer.parseInt(value.getValue()))));
            });
    return view.build();
  }

  private static TasksDiffered differed(String node, int tasks) {
    return TasksDiffered.newBuilder().setNode(node).setTasks(tasks).build();
  }

  private static int figure(Job job, String name) {
    return job.history().result().checkValues().stream()
        .filter(value -> value.getName().equals(name))
        .mapToInt(value -> Integer.parseInt(value.getValue()))
        .findFirst()
        .orElse(0);
  }

  private static Attempt.Moved moved(Phase phase) {
    return switch (phase) {
      case Phase.Changing(_, _, Attempt attempt) when attempt != null -> attempt.movedInAll();
      case Phase.Forming(_, Phase.Preparing(Attempt attempt, _), _, _, _) -> attempt.movedInAll();
      default -> Attempt.Moved.NOTHING;
    };
  }

  private static CheckpointsView checkpoints(Job job) {
    final Generations.Rhythm rhythm = job.generations().rhythm();
    final List<Generations.Committed> committed = job.generations().committed();
    return CheckpointsView.newBuilder()
        .setCount(rhythm.count())
        .setLastGeneration(committed.isEmpty() ? 0 : committed.getLast().number())
        .setLastAt(rhythm.lastMillis())
        .setLastBytes(committed.isEmpty() ? 0 : committed.getLast().bytes())
        .setCaptureMillis(rhythm.captureMillis())
        .setDurableMillis(rhythm.durableMillis())
        .setCode(job.terms().spec().getCode())
        .build();
  }

  /** The members by rank, then those that may come to join or are about to leave. */
  private static List<WorkerView> workers(Job job) {
    final List<WorkerView> views = new ArrayList<>();
    final Set<String> shown = new TreeSet<>();
    final List<Member> members = job.progress().layout().getMembersList();
    for (int rank = 0; rank < members.size(); rank++) {
      final Worker worker = job.workers().get(members.get(rank).getWorker());
      if (worker == null || worker.state() != WorkerState.MEMBER) {
        continue;
      }
      shown.add(worker.id());
      final WorkerView.Builder view =
          view(job, worker)
              .setRank(rank)
              .setWeight(members.get(rank).getWeight())
              .addAllTasks(job.progress().tasks().getOrDefault(rank, List.of()));
      for (final Tile tile : job.progress().picture().tiles()) {
        if (tile.getRank() == rank) {
          view.setRowFrom(tile.getRowFrom())
              .setRowTo(tile.getRowTo())
              .setColumnFrom(tile.getColumnFrom())
              .setColumnTo(tile.getColumnTo());
        }
      }
      views.add(view.build());
    }
    int assignment = 0;
    for (final Worker worker : job.workers().values()) {
      if (job.terms().isBag() && worker.state() == WorkerState.MEMBER) {
        views.add(view(job, worker).setRank(assignment).build());
        assignment++;
      }
      if (!shown.contains(worker.id())
          && worker.state() != WorkerState.MEMBER
          && worker.state() != WorkerState.GHOST
          && !(job.ended() && worker.state() == WorkerState.ENDING)) {
        views.add(view(job, worker).setRank(-1).build());
      }
    }
    return views;
  }

  private static WorkerView.Builder view(Job job, Worker worker) {
    return WorkerView.newBuilder()
        .setWorker(worker.id())
        .setNode(worker.node())
        .setState(
            switch (worker.state()) {
              case STARTING -> "starting";
              case READY, GHOST -> "ready";
              case HANDING_OVER, LEAVING, ENDING -> "leaving";
              case MEMBER -> member(job.phase(), worker);
            });
  }

  private static String member(Phase phase, Worker worker) {
    return switch (phase) {
      case Phase.Running running ->
          running.halt() != null && running.halt().answers().containsKey(worker.id())
              ? "waiting"
              : "computing";
      case Phase.Changing changing when changing.attempt() != null -> "moving";
      case Phase.Changing changing ->
          changing.halt().answers().containsKey(worker.id()) ? "waiting" : "computing";
      case Phase.Suspending suspending ->
          suspending.halt().answers().containsKey(worker.id()) ? "waiting" : "computing";
      case Phase.Forming forming ->
          forming.stage() instanceof Phase.Gathering ? "waiting" : "moving";
      case Phase.Finishing finishing -> "waiting";
      case Phase.Relearning relearning -> member(relearning.before(), worker);
      default -> "computing";
    };
  }

  private static String reason(Job job, Phase phase) {
    final String fault = job.history().faults().last();
    return switch (phase) {
      case Phase.Awaiting awaiting ->
          Prerequisites.of(job.terms().spec()).words()
              + (job.heldBy().isEmpty() ? "" : "; held by " + job.heldBy());
      case Phase.Queued queued ->
          fault.isEmpty() ? job.placed().reason() : job.placed().reason() + "; before, " + fault;
      case Phase.Forming forming -> forming(job, forming);
      case Phase.Running running when running.finishing() -> "is finishing";
      case Phase.Running running ->
          "computes on " + count(job.progress().layout().getMembersCount(), "node");
      case Phase.Changing changing ->
          changing.attempt() == null
              ? "approaches a safe point to change its nodes"
              : "moves its data to " + count(changing.attempt().order().getMembersCount(), "node");
      case Phase.Suspending suspending ->
          "saves its data and releases its nodes; " + job.placed().reason();
      case Phase.Suspended suspended -> "its data is saved; " + job.placed().reason();
      case Phase.Finishing finishing -> "has finished; its outputs are being stored";
      case Phase.Dealing dealing ->
          dealing.assignments().isEmpty()
              ? job.placed().reason()
              : "runs its tasks on " + count(dealing.assignments().size(), "node");
      case Phase.Relearning relearning ->
          "the coordinator has restarted and waits for "
              + String.join(", ", new TreeSet<>(relearning.awaited()));
      case Phase.Over over ->
          switch (over.state()) {
            case FINISHED ->
                "done in "
                    + Durations.format(
                        Duration.ofSeconds(
                            Math.round(
                                (job.history().times().finishedMillis()
                                        - job.history().times().startedMillis())
                                    / 1000.0)));
            case FAILED -> job.history().result().error();
            default -> lastOutcome(job);
          };
    };
  }

  private static String lastOutcome(Job job) {
    return job.history().events().isEmpty()
        ? job.state().wire()
        : ChangeViews.sentence(job.history().events().getLast().outcome());
  }

  private static String forming(Job job, Phase.Forming forming) {
    final String what =
        switch (forming.stage()) {
          case Phase.Gathering gathering -> {
            final long ready =
                job.workers().values().stream()
                    .filter(w -> w.state() == WorkerState.READY || w.state() == WorkerState.MEMBER)
                    .count();
            final long all = job.present().size();
            yield all == 0
                ? "waits for nodes"
                : ready + " of " + count((int) all, "worker") + " ready";
          }
          case Phase.Rebuild rebuild ->
              "rebuilds lost pieces of generation " + rebuild.generation();
          case Phase.Staging staging -> "fetches generation " + staging.generation();
          case Phase.Preparing preparing ->
              preparing.attempt().order().hasGeneration()
                  ? "reads generation " + preparing.attempt().order().getGeneration().getNumber()
                  : "its workers initialize their data";
        };
    final String again = forming.attempts() > 0 ? "; attempt " + (forming.attempts() + 1) : "";
    return switch (forming.purpose().what()) {
      case START -> "starts: " + what + again;
      case RESUME -> "resumes: " + what + again;
      case RECOVER -> "recovers: " + what + again + "; " + forming.purpose().why();
    };
  }

  /** What is wanted and not there yet; empty when the job has what it is to have. */
  private static String pending(Job job) {
    if (!(job.phase() instanceof Phase.Running) && !(job.phase() instanceof Phase.Changing)) {
      return "";
    }
    final Set<String> has = new TreeSet<>();
    job.progress().layout().getMembersList().forEach(m -> has.add(m.getNode()));
    final Set<String> wants = new TreeSet<>();
    job.placed().nodes().forEach(node -> wants.add(node.name()));
    final Set<String> joins = new TreeSet<>(wants);
    joins.removeAll(has);
    final Set<String> leaves = new TreeSet<>(has);
    leaves.removeAll(wants);
    final List<String> parts = new ArrayList<>();
    if (!joins.isEmpty()) {
      parts.add(String.join(", ", joins) + (joins.size() == 1 ? " is" : " are") + " joining");
    }
    if (!leaves.isEmpty()) {
      parts.add(String.join(", ", leaves) + (leaves.size() == 1 ? " is" : " are") + " leaving");
    }
    return String.join("; ", parts);
  }

  private static String count(int n, String thing) {
    return n + " " + thing + (n == 1 ? "" : "s");
  }
}
