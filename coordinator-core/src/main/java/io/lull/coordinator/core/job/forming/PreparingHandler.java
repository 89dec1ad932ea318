package io.lull.coordinator.core.job.forming;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.JobHistory;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Phase.Forming;
import io.lull.coordinator.core.job.Phase.Preparing;
import io.lull.coordinator.core.job.Phase.Purpose;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.checkpoint.CheckpointSchedule;
import io.lull.coordinator.core.job.history.ChangeRecords;
import io.lull.coordinator.core.job.recovery.PieceChoice;
import io.lull.coordinator.core.job.recovery.PieceRebuild;
import io.lull.coordinator.core.job.recovery.RecoveryStart;
import io.lull.coordinator.core.job.step.ConfigurationCommit;
import io.lull.coordinator.core.job.step.ContractWatch;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.SafePointRound;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Reconfigure;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The workers make or read their data; then the configuration comes into force. */
public final class PreparingHandler {
  private PreparingHandler() {}

  public static Transition order(
      WorkingCopy job,
      Forming forming,
      List<Worker> members,
      Reconfigure.Builder source,
      Map<String, List<Phase.Fetch>> fetches) {
    job.put(job.progress().numbered(job.progress().numbers().nextEpoch()));
    final Reconfigure order =
        source
            .setEpoch(job.progress().numbers().epoch())
            .addAllMembers(members.stream().map(job::memberOf).toList())
            .setDeadlineMillis(Limits.RECONFIGURE_MILLIS)
            .setKeepSafePoints(job.progress().keepsSafePoints())
            .build();
    job.tellAll(members, Orders.reconfigure(order));
    return Transition.to(
        forming.at(
            new Preparing(
                new Attempt(
                    order,
                    members.stream().map(Worker::id).toList(),
                    Map.of(),
                    job.now() + Limits.RECONFIGURE_MILLIS),
                fetches)));
  }

  public static Transition advance(WorkingCopy job, Forming forming, Preparing preparing) {
    final Attempt attempt = preparing.attempt();
    final JobProgress.Doubt doubt = job.progress().doubt();
    final boolean otherNumber =
        job.terms().moldable() && job.target().size() != attempt.awaited().size();
    if (FormingRetry.usable(job, attempt.awaited()).size() < attempt.awaited().size()
        || otherNumber) {
      return FormingRetry.regather(job, forming);
    } else if (!attempt.obstacle().isEmpty()) {
      return FormingRetry.again(job, forming, spoiled(forming, preparing), attempt.obstacle());
    } else if (doubt != null) {
      RecoveryStart.accuse(job, doubt.accused());
      return FormingRetry.again(job, forming, forming.spoiled(), job.history().faults().last());
    } else if (job.now() >= attempt.deadlineMillis()) {
      return FormingRetry.again(
          job, forming, forming.spoiled(), "its workers were not prepared in time");
    } else if (attempt.complete()) {
      return formed(job, forming, attempt);
    }
    return Transition.stay();
  }

  /** Of a piece that could not be read, the copy that was tried first is not tried again. */
  private static Set<Phase.Copy> spoiled(Forming forming, Preparing preparing) {
    final Set<Phase.Copy> spoiled = new HashSet<>(forming.spoiled());
    final Map<String, List<Phase.Fetch>> fetches = new TreeMap<>(preparing.fetches());
    final long generation = preparing.attempt().order().getGeneration().getNumber();
    preparing
        .attempt()
        .prepared()
        .forEach((worker, said) -> {
          spoiled.addAll(
              FormingRetry.nearest(
                  fetches.getOrDefault(worker, List.of()), generation, said.getDamagedRanksList()));
        });
    return spoiled;
  }

  /** The configuration comes into force. */
  private static Transition formed(WorkingCopy job, Forming forming, Attempt attempt) {
    final Prepared summary = attempt.summary();
    final long lost = Math.max(0, job.progress().gauge().iteration() - summary.getIteration());
    ConfigurationCommit.enforce(job, summary);
    ContractWatch.begun(job);
    SafePointRound.proceed(job);
    ChangeRecords.formed(job, forming, attempt, outcome(job, forming, attempt), lost);
    if (job.history().times().startedMillis() == 0) {
      job.put(
          job.history()
              .at(new JobHistory.Times(job.now(), job.history().times().finishedMillis())));
    }
    CheckpointSchedule.begin(job);
    return Transition.to(new Phase.Running(job.now(), false, null, Phase.Change.NONE));
  }

  private static ChangeOutcome outcome(WorkingCopy job, Forming forming, Attempt attempt) {
    if (attempt.order().hasFresh()) {
      if (!job.generations().committed().isEmpty()) {
        return new ChangeOutcome.BeganAnew(PieceChoice.lament(job, forming));
      }
      return forming.purpose().what() == Purpose.What.START
          ? ChangeOutcome.done()
          : new ChangeOutcome.BeganAnew("");
    }
    final List<Integer> rebuilt =
        job.generations()
            .find(attempt.order().getGeneration().getNumber())
            .map(PieceRebuild::ranks)
            .orElse(List.of());
    if (attempt.order().getGeneration().getNumber() < job.generations().newest()) {
      return new ChangeOutcome.FromCheckpointBefore(PieceChoice.gone(job, forming), rebuilt);
    }
    return rebuilt.isEmpty() ? ChangeOutcome.done() : new ChangeOutcome.Rebuilt(rebuilt);
  }
}
