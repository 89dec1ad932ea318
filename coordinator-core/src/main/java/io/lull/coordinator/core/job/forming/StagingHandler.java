package io.lull.coordinator.core.job.forming;

import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Phase.Forming;
import io.lull.coordinator.core.job.Phase.Staging;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.recovery.PieceChoice;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.PieceCopy;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.Reconfigure;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pieces of a generation are brought to the workers that are to read them. */
public final class StagingHandler {
  private StagingHandler() {}

  public static Transition begin(
      WorkingCopy job,
      Forming forming,
      List<Worker> ready,
      long generation,
      Map<String, List<Phase.Fetch>> fetches) {
    final Staging staging =
        new Staging(
            ready.stream().map(Worker::id).toList(),
            generation,
            fetches,
            fetches.keySet(),
            job.now() + Limits.RECONFIGURE_MILLIS);
    fetches.keySet().forEach(worker -> order(job, staging, worker));
    return Transition.to(forming.at(staging));
  }

  /** The worker's agent may not have heard what it is to bring. */
  public static void resend(WorkingCopy job, Staging staging, Worker worker) {
    if (staging.awaited().contains(worker.id())) {
      order(job, staging, worker.id());
    }
  }

  private static void order(WorkingCopy job, Staging staging, String id) {
    final Worker taker = job.worker(id);
    if (taker != null) {
      job.order(
          taker.node(),
          Orders.stage(
              job.terms(),
              id,
              staging.generation(),
              PieceChoice.locations(job, staging.fetches().getOrDefault(id, List.of()))));
    }
  }

  /** The pieces that a worker is to start from are in its folder, or are not to be had. */
  public static Transition staged(WorkingCopy job, Forming forming, PiecesStaged said) {
    if (!(forming.stage() instanceof Staging staging)
        || staging.generation() != said.getGeneration()
        || !staging.awaited().contains(said.getWorker())) {
      return Transition.stay();
    }
    if (said.getMissingCount() == 0) {
      final Set<String> awaited = new HashSet<>(staging.awaited());
      awaited.remove(said.getWorker());
      return Transition.to(
          forming.at(
              new Staging(
                  staging.members(),
                  staging.generation(),
                  staging.fetches(),
                  awaited,
                  staging.deadlineMillis())));
    }
    final Set<Phase.Copy> spoiled = new HashSet<>(forming.spoiled());
    for (final PieceCopy copy : said.getRefusedList()) {
      spoiled.add(new Phase.Copy(staging.generation(), copy.getRank(), copy.getNode()));
    }
    if (!said.getNamesRefused()) {
      // It does not say what it tried: certainly the nearest copy.
      spoiled.addAll(
          FormingRetry.nearest(
              staging.fetches().getOrDefault(said.getWorker(), List.of()),
              staging.generation(),
              said.getMissingList()));
    }
    return FormingRetry.again(
        job, forming, spoiled, "pieces of a checkpoint were not to be had: " + said.getWhy());
  }

  public static Transition advance(WorkingCopy job, Forming forming, Staging staging) {
    final List<Worker> members = FormingRetry.usable(job, staging.members());
    if (members.size() < staging.members().size()) {
      return FormingRetry.regather(job, forming);
    }
    if (job.now() >= staging.deadlineMillis()) {
      return FormingRetry.again(
          job, forming, forming.spoiled(), "pieces of a checkpoint did not arrive in time");
    }
    if (!staging.awaited().isEmpty()) {
      return Transition.stay();
    }
    return job.generations()
        .find(staging.generation())
        .map(generation ->
            PreparingHandler.order(
                job,
                forming,
                members,
                Reconfigure.newBuilder()
                    .setGeneration(
                        Generation.newBuilder()
                            .setNumber(generation.number())
                            .setSafePoint(generation.safePoint())
                            .setLayout(generation.layout())
                            .addAllHolders(PieceChoice.holders(staging.fetches()))),
                staging.fetches()))
        .orElseGet(() -> FormingRetry.regather(job, forming));
  }
}
