package io.lull.coordinator.core.job.ending;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.ChangeOutcome.Reason;
import io.lull.coordinator.core.job.JobHistory;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Phase.Finishing;
import io.lull.coordinator.core.job.Phase.Over;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.history.ChangeRecords;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.model.JobState;
import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.OutputsStored;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The ways in which a job can be over. */
public final class JobEnd {
  private JobEnd() {}

  /** Outputs that a worker stored before it was ended are kept. */
  public static void stored(WorkingCopy job, Over over, OutputsStored said) {
    // Of a bag only what counts is told, and that was before.
    if (said.getError().isEmpty() && over.state() != JobState.FINISHED && !job.terms().isBag()) {
      final JobHistory.Result result = job.history().result();
      job.put(
          job.history()
              .with(
                  new JobHistory.Result(
                      result.error(), result.checkValues(), said.getFilesList())));
    }
  }

  /** The program's own fault: trying again would not help. */
  public static Transition programFailed(Worker worker, Failed said) {
    return new Transition.Fail(
        said.getError().isEmpty() ? "the program failed" : said.getError(), worker);
  }

  /**
   * @param witness whose log tells most; null: the first worker's
   */
  public static Transition fail(WorkingCopy job, String said, @Nullable Worker witness) {
    if (job.phase() instanceof Over) {
      return Transition.stay();
    }
    final String error = JobHistory.cut(said);
    job.put(
        job.history()
            .with(
                new JobHistory.Result(
                    error,
                    job.history().result().checkValues(),
                    job.history().result().outputs())));
    if (witness != null) {
      job.order(witness.node(), Orders.storeOutputs(job.terms(), witness.id()));
    } else {
      logOfFirst(job);
    }
    return over(job, JobState.FAILED, new ChangeOutcome.NotDone(Reason.FAILED, error));
  }

  /** What it has had of the nodes is all that it may. */
  public static Transition checkLimit(WorkingCopy job) {
    final long limit = job.terms().spec().getLimitMillis();
    if (limit > 0
        && !(job.phase() instanceof Over)
        && !(job.phase() instanceof Phase.Relearning)
        && !(job.phase() instanceof Finishing)
        && job.targets().allocated().hadMillis(job.targets().placed().nodes(), job.now())
            >= limit) {
      return Transition.fail(
          "it had nodes for "
              + Durations.format(Duration.ofMillis(limit))
              + " and had not finished: that was its limit");
    }
    return Transition.stay();
  }

  private static void logOfFirst(WorkingCopy job) {
    job.members().stream()
        .findFirst()
        // A bag has no configuration: each of its workers that lives has a log.
        .or(() -> job.workers().stream().filter(w -> w.state().usable()).findFirst())
        .ifPresent(
            worker -> job.order(worker.node(), Orders.storeOutputs(job.terms(), worker.id())));
  }

  /** Workers are ended and pieces dropped. */
  public static Transition over(WorkingCopy job, JobState state, ChangeOutcome outcome) {
    final List<String> nodes =
        job.terms().isBag()
            ? job.workers().stream().map(Worker::node).toList()
            : WorkingCopy.nodesOf(job.progress().layout());
    if (state == JobState.CANCELLED) {
      logOfFirst(job);
    }
    if (job.phase() instanceof Phase.Dealing dealing) {
      job.put(
          job.history()
              .with(
                  new JobHistory.Result(
                      job.history().result().error(),
                      dealing.tasks().figures(job.terms().spec().getBag().getTasks()),
                      job.history().result().outputs())));
    }
    job.endAll("the job is " + state.wire());
    job.put(job.generations().taking(null));
    final Set<String> holders = new TreeSet<>(job.generations().holders().addresses().keySet());
    job.workers().forEach(worker -> holders.add(worker.node()));
    holders.removeAll(job.generations().holders().lost());
    holders.forEach(node -> job.order(node, Orders.dropAll(job.terms())));
    job.put(
        job.history().at(new JobHistory.Times(job.history().times().startedMillis(), job.now())));
    ChangeRecords.end(job, state, nodes, outcome);
    return Transition.to(new Over(state));
  }
}
