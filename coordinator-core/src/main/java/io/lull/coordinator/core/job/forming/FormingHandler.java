package io.lull.coordinator.core.job.forming;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Phase.Forming;
import io.lull.coordinator.core.job.Phase.Gathering;
import io.lull.coordinator.core.job.Phase.Preparing;
import io.lull.coordinator.core.job.Phase.Purpose;
import io.lull.coordinator.core.job.Phase.Staging;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.recovery.PieceChoice;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Reconfigure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Brings workers together and gives them their data: at the start the program's own initial values,
 * after a suspension or a failure those of the newest generation that can be read.
 */
public final class FormingHandler {
  private static final String WAITS = "the job has to wait for nodes";

  private FormingHandler() {}

  /** Begins when the job has as many nodes as it needs. */
  public static Transition beginIfPlaced(WorkingCopy job, Purpose.What what) {
    if (job.target().size() < job.fewest()) {
      return Transition.stay();
    }
    return Transition.to(
        new Forming(
            new Purpose(what, job.targets().placed().cause(), "", job.now(), List.of()),
            new Gathering(job.now(), 0, true),
            Set.of(),
            0,
            Phase.Rebuilds.NONE));
  }

  public static Transition advance(WorkingCopy job, Forming forming) {
    return switch (forming.stage()) {
      case Gathering gathering -> gather(job, forming, gathering);
      case Phase.Rebuild rebuild -> RebuildHandler.advance(job, forming, rebuild);
      case Staging staging -> StagingHandler.advance(job, forming, staging);
      case Preparing preparing -> PreparingHandler.advance(job, forming, preparing);
    };
  }

  private static Transition gather(WorkingCopy job, Forming forming, Gathering gathering) {
    if (!gathering.settled()) {
      return Transition.stay();
    }
    final List<PlacedNode> target = job.target();
    final Set<String> names = WorkingCopy.names(target);
    for (final Worker worker : job.workers()) {
      if (worker.state().usable() && !names.contains(worker.node())) {
        job.end(worker, "the job does not have this node any more");
      }
    }
    final boolean recovers = forming.purpose().what() == Purpose.What.RECOVER;
    final long elapsed = job.now() - gathering.sinceMillis();
    if (target.size() < job.fewest()) {
      return elapsed >= (recovers ? Limits.RECOVERY_GATHER_MILLIS : Limits.BACK_OFF_MILLIS)
          ? giveUp(job, forming)
          : Transition.stay();
    }
    if (job.now() < gathering.notBeforeMillis()) {
      return Transition.stay();
    }
    final List<Worker> ready = new ArrayList<>();
    for (final PlacedNode node : target) {
      final Worker worker = job.usableOn(node.name()).orElse(null);
      if (worker == null) {
        if (!job.occupied(node.name())) {
          job.launch(node.name());
        }
      } else if (worker.state() != WorkerState.STARTING) {
        ready.add(worker);
      }
    }
    final boolean waitedLong =
        elapsed
            >= (recovers
                ? Limits.RECOVERY_GATHER_MILLIS
                : Limits.startMillis(job.history().faults().starts()));
    if (ready.size() == target.size() || (waitedLong && ready.size() >= job.fewest())) {
      final List<String> ranks =
          job.progress().layout().getMembersList().stream().map(m -> m.getWorker()).toList();
      ready.sort(
          Comparator.comparingInt(
                  (Worker w) -> ranks.contains(w.id()) ? ranks.indexOf(w.id()) : ranks.size())
              .thenComparingLong(Worker::number));
      return source(job, forming, ready);
    }
    return Transition.stay();
  }

  private static Transition giveUp(WorkingCopy job, Forming forming) {
    return switch (forming.purpose().what()) {
      case START -> {
        job.endAll(WAITS);
        yield Transition.to(new Phase.Queued());
      }
      case RESUME -> {
        // It is suspended already, as its history says.
        job.endAll(WAITS);
        yield Transition.to(new Phase.Suspended(job.now()));
      }
      case RECOVER ->
          new Transition.Suspend(
              forming.purpose().cause(), forming.purpose().nodesBefore(), ChangeOutcome.done());
    };
  }

  /** Chooses where the data comes from. */
  private static Transition source(WorkingCopy job, Forming forming, List<Worker> ready) {
    final PieceChoice.Choice choice = PieceChoice.choose(job, forming, ready);
    final long sinceMillis =
        Math.max(forming.purpose().sinceMillis(), job.generations().holders().lostMillis());
    if (choice.unreachable() && job.now() - sinceMillis < Limits.HOLDERS_MILLIS) {
      return Transition.stay(); // the nodes that have the pieces may come back
    }
    final Generations.Committed generation = choice.generation();
    if (generation == null) {
      if (!job.generations().committed().isEmpty()) {
        job.fault(PieceChoice.lament(job, forming));
      }
      return PreparingHandler.order(
          job,
          forming,
          ready,
          Reconfigure.newBuilder().setFresh(Fresh.getDefaultInstance()),
          Map.of());
    }
    if (!choice.rebuilds().isEmpty()) {
      return RebuildHandler.begin(job, forming, generation, choice.rebuilds());
    }
    return StagingHandler.begin(job, forming, ready, generation.number(), choice.fetches());
  }
}
