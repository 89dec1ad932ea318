package io.lull.coordinator.core.job.ending;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.JobHistory;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Finishing;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.recovery.RecoveryStart;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.OutputsStored;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fetches the outputs of a program that came to its end from the worker that has them. */
public final class FinishingHandler {
  private FinishingHandler() {}

  /** All workers came to the program's end. */
  public static Transition begin(WorkingCopy job) {
    return begin(job, 0);
  }

  private static Transition begin(WorkingCopy job, int failures) {
    return job.progress().completed().entrySet().stream()
        .filter(e -> e.getValue().getHasOutputs())
        .map(Map.Entry::getKey)
        .min(Comparator.naturalOrder())
        .or(() -> logKeeper(job))
        .map(worker -> fetch(job, worker, failures))
        .orElseGet(() -> finished(job, List.of()));
  }

  /** Where nobody has outputs, any member that lives has a log. */
  private static Optional<String> logKeeper(WorkingCopy job) {
    return job.members().stream()
        .map(Worker::id)
        .filter(id -> job.progress().completed().containsKey(id))
        .findFirst();
  }

  public static Transition advance(WorkingCopy job, Finishing finishing) {
    if (job.worker(finishing.worker()) == null) {
      if (job.progress().dispensable(finishing.worker())) {
        return begin(job, finishing.failures());
      }
      // Its log and outputs went with it: the job goes back to its last generation.
      job.put(job.progress().interrupted());
    }
    return RecoveryStart.check(job)
        .orElseGet(() ->
            job.now() >= finishing.deadlineMillis()
                ? notStored(job, finishing, "they did not arrive in time")
                : Transition.stay());
  }

  /** The worker was asked before, and may not have heard it. */
  public static Transition askAgain(WorkingCopy job, Finishing finishing) {
    return fetch(job, finishing.worker(), finishing.failures());
  }

  /** Sends the order to store the outputs once more; the deadline stays. */
  public static void resend(WorkingCopy job, Finishing finishing) {
    order(job, finishing.worker());
  }

  /** The outputs are stored, or could not be. */
  public static Transition stored(WorkingCopy job, Finishing finishing, OutputsStored said) {
    if (!finishing.worker().equals(said.getWorker())) {
      return Transition.stay();
    }
    if (!said.getError().isEmpty()) {
      return notStored(job, finishing, said.getError());
    }
    return finished(job, said.getFilesList());
  }

  private static Transition finished(WorkingCopy job, List<Blob> outputs) {
    final Completed best =
        job.progress().completed().values().stream()
            .max(
                Comparator.comparing(Completed::getHasOutputs)
                    .thenComparingInt(Completed::getCheckValuesCount))
            .orElse(Completed.getDefaultInstance());
    job.put(job.history().with(new JobHistory.Result("", best.getCheckValuesList(), outputs)));
    return new Transition.End(JobState.FINISHED, ChangeOutcome.done());
  }

  private static Transition notStored(WorkingCopy job, Finishing finishing, String why) {
    final int failures = finishing.failures() + 1;
    return failures > Limits.OUTPUT_RETRIES
        ? Transition.fail("its outputs could not be stored: " + why)
        : fetch(job, finishing.worker(), failures);
  }

  private static Transition fetch(WorkingCopy job, String worker, int failures) {
    order(job, worker);
    return Transition.to(new Finishing(worker, failures, job.now() + Limits.OUTPUTS_MILLIS));
  }

  private static void order(WorkingCopy job, String id) {
    final Worker worker = job.worker(id);
    if (worker != null) {
      job.order(worker.node(), Orders.storeOutputs(job.terms(), id));
    }
  }
}
