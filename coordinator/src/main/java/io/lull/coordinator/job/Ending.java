package io.lull.coordinator.job;

import io.lull.coordinator.job.Phase.Finishing;
import io.lull.coordinator.job.Phase.Over;
import io.lull.protocol.model.JobState;
import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.OutputsStored;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The ways in which a job can be over. */
final class Ending {
  private Ending() {}

  /** All workers came to the program's end: its outputs are fetched from the one that has them. */
  static void finish(Draft draft) {
    final String worker =
        draft.course.completed().entrySet().stream()
            .filter(e -> e.getValue().getHasOutputs())
            .map(Map.Entry::getKey)
            .min(Comparator.naturalOrder())
            .orElse(draft.course.layout().getMembers(0).getWorker());
    draft.phase = new Finishing(worker, 0, draft.now + Limits.OUTPUTS_MILLIS);
    order(draft, worker);
  }

  static void order(Draft draft, String id) {
    final Worker worker = draft.worker(id);
    if (worker != null) {
      draft.order(worker.node(), Orders.storeOutputs(draft.terms, id));
    }
  }

  static void advance(Draft draft, Finishing finishing) {
    if (draft.worker(finishing.worker()) == null) {
      // Its log and outputs went with it: the job goes back to its last generation.
      draft.course = draft.course.interrupted();
    }
    if (Recovery.beganIfNeeded(draft)) {
      return;
    }
    if (draft.now >= finishing.deadlineMillis()) {
      notStored(draft, finishing, "they did not arrive in time");
    }
  }

  static void stored(Draft draft, OutputsStored said) {
    switch (draft.phase) {
      case Finishing finishing when finishing.worker().equals(said.getWorker()) -> {
        if (!said.getError().isEmpty()) {
          notStored(draft, finishing, said.getError());
          return;
        }
        final Completed best =
            draft.course.completed().values().stream()
                .max(
                    Comparator.comparing(Completed::getHasOutputs)
                        .thenComparingInt(Completed::getCheckValuesCount))
                .orElse(Completed.getDefaultInstance());
        draft.ledger =
            draft.ledger.with(
                new Ledger.Result("", best.getCheckValuesList(), said.getFilesList()));
        over(draft, JobState.FINISHED, "done");
      }
      case Over over when said.getError().isEmpty() -> {
        // Of a bag only what counts is told, and that was before.
        if (over.state() != JobState.FINISHED && !draft.terms.isBag()) {
          final Ledger.Result result = draft.ledger.result();
          draft.ledger =
              draft.ledger.with(
                  new Ledger.Result(result.error(), result.checkValues(), said.getFilesList()));
        }
      }
      case Phase.Dealing dealing -> TaskEnds.stored(draft, said);
      default -> {}
    }
  }

  private static void notStored(Draft draft, Finishing finishing, String why) {
    final int failures = finishing.failures() + 1;
    if (failures > Limits.OUTPUT_RETRIES) {
      fail(draft, "its outputs could not be stored: " + why, null);
      return;
    }
    draft.phase = new Finishing(finishing.worker(), failures, draft.now + Limits.OUTPUTS_MILLIS);
    order(draft, finishing.worker());
  }

  /** The program's own fault: trying again would not help. */
  static void failed(Draft draft, Worker worker, Failed said) {
    fail(draft, said.getError().isEmpty() ? "the program failed" : said.getError(), worker);
  }

  /**
   * @param witness whose log tells most; null: the first worker's
   */
  static void fail(Draft draft, String said, @Nullable Worker witness) {
    if (draft.phase instanceof Over) {
      return;
    }
    final String error = Ledger.cut(said);
    draft.ledger =
        draft.ledger.with(
            new Ledger.Result(
                error, draft.ledger.result().checkValues(), draft.ledger.result().outputs()));
    if (witness != null) {
      draft.order(witness.node(), Orders.storeOutputs(draft.terms, witness.id()));
    } else {
      logOfFirst(draft);
    }
    over(draft, JobState.FAILED, error);
  }

  /** What it has had of the nodes is all that it may. */
  static void endIfOverLimit(Draft draft) {
    final long limit = draft.terms.spec().getLimitMillis();
    if (limit > 0
        && !(draft.phase instanceof Over)
        && !(draft.phase instanceof Phase.Relearning)
        && !(draft.phase instanceof Finishing)
        && draft.wishes.tenure().hadMillis(draft.wishes.placed().nodes(), draft.now) >= limit) {
      fail(
          draft,
          "it had nodes for "
              + Durations.format(Duration.ofMillis(limit))
              + " and had not finished: that was its limit",
          null);
    }
  }

  private static void logOfFirst(Draft draft) {
    draft.members().stream()
        .findFirst()
        .ifPresent(
            worker -> draft.order(worker.node(), Orders.storeOutputs(draft.terms, worker.id())));
  }

  /** Workers are ended and pieces dropped. */
  static void over(Draft draft, JobState state, String outcome) {
    final List<String> nodes =
        draft.terms.isBag()
            ? draft.workers().stream().map(Worker::node).toList()
            : Draft.nodesOf(draft.course.layout());
    if (state == JobState.CANCELLED) {
      logOfFirst(draft);
    }
    if (draft.phase instanceof Phase.Dealing dealing) {
      draft.ledger =
          draft.ledger.with(
              new Ledger.Result(
                  draft.ledger.result().error(),
                  Dealer.figures(draft, dealing.tasks()),
                  draft.ledger.result().outputs()));
    }
    draft.endAll("the job is " + state.wire());
    draft.generations = draft.generations.taking(null);
    final Set<String> holders = new TreeSet<>(draft.generations.holders().addresses().keySet());
    draft.workers().forEach(worker -> holders.add(worker.node()));
    holders.removeAll(draft.generations.holders().lost());
    holders.forEach(node -> draft.order(node, Orders.dropAll(draft.terms)));
    draft.ledger =
        draft.ledger.at(new Ledger.Times(draft.ledger.times().startedMillis(), draft.now));
    draft.phase = new Over(state);
    Events.end(draft, state, nodes, outcome);
  }
}
