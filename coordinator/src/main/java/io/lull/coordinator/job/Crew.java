package io.lull.coordinator.job;

import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.WorkerEnded;
import java.util.ArrayList;
import java.util.List;

/** Workers that come, fail and go. */
final class Crew {
  private static final int LONGEST_LAST_WORDS = 300;

  private Crew() {}

  /** A worker's process is gone. */
  static void gone(Draft draft, WorkerEnded end) {
    final Worker worker = draft.worker(end.getWorker());
    if (worker == null) {
      return;
    }
    if (!worker.state().usable()) {
      draft.remove(worker);
      return;
    }
    final String why =
        "the worker on "
            + worker.node()
            + (worker.state() == WorkerState.STARTING ? " ended before it was ready: " : " ended: ")
            + (end.getReason().isEmpty() ? "exit code " + end.getExitCode() : end.getReason())
            + lastWords(end.getLogTail());
    Dealer.died(draft, worker, why);
    draft.remove(worker);
    if (worker.state() == WorkerState.STARTING) {
      notStarted(draft, worker, why);
    } else {
      draft.ledger = draft.ledger.with(draft.ledger.faults().because(why));
    }
  }

  private static String lastWords(String logTail) {
    final List<String> lines =
        logTail.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
    if (lines.isEmpty()) {
      return "";
    }
    // Of a stack trace the line that names the exception says more than its last frame.
    final String line =
        lines.reversed().stream()
            .filter(l -> !l.startsWith("at "))
            .findFirst()
            .orElse(lines.getLast());
    return "; its last words: "
        + (line.length() > LONGEST_LAST_WORDS ? line.substring(0, LONGEST_LAST_WORDS) + "…" : line);
  }

  /** Workers whose start was ordered together and that fail together count as one failure. */
  private static void notStarted(Draft draft, Worker worker, String why) {
    final Ledger.Faults before = draft.ledger.faults();
    final boolean another = worker.since().orderedMillis() >= before.lastStartMillis();
    final boolean forming =
        draft.phase instanceof Phase.Forming || draft.phase instanceof Phase.Dealing;
    final boolean wanted =
        draft.target().stream().anyMatch(node -> node.name().equals(worker.node()));
    final int starts = before.starts() + (forming && another && wanted ? 1 : 0);
    draft.ledger =
        draft.ledger.with(
            new Ledger.Faults(
                starts,
                another ? draft.now : before.lastStartMillis(),
                before.recoveries(),
                before.inRow(),
                before.farthest(),
                why,
                before.accusations()));
    if (starts > Limits.START_RETRIES) {
      Ending.fail(draft, why, worker);
      return;
    }
    final boolean othersStart =
        draft.workers().stream()
            .anyMatch(w -> w.state() == WorkerState.READY || w.state() == WorkerState.MEMBER);
    if (!forming || othersStart) {
      draft.avoid(worker.node());
    }
    Formation.postpone(draft, draft.now + Limits.backOff(starts));
    Dealer.postpone(draft, draft.now + Limits.backOff(starts));
  }

  /**
   * The node does not answer: whatever runs there is beyond reach, and will be told to end should
   * it come back.
   */
  static void nodeLost(Draft draft, String node) {
    draft.generations = draft.generations.losing(node, draft.now);
    final List<Worker> there = draft.workers().stream().filter(w -> w.node().equals(node)).toList();
    there.forEach(draft::remove);
    Dealer.nodeLost(draft, node);
    if (there.stream().anyMatch(w -> w.state() == WorkerState.MEMBER)) {
      draft.ledger =
          draft.ledger.with(draft.ledger.faults().because("the node " + node + " does not answer"));
    }
  }

  /** Ends those that do not start, or do not leave, in time. */
  static void endLate(Draft draft) {
    for (final Worker worker : draft.workers()) {
      if (worker.state() == WorkerState.STARTING
          && draft.now - worker.since().orderedMillis() >= Limits.START_MILLIS) {
        draft.end(worker, "it was not ready in time");
        draft.avoid(worker.node());
        draft.ledger =
            draft.ledger.with(
                draft
                    .ledger
                    .faults()
                    .because("the worker on " + worker.node() + " was not ready in time"));
      } else if (worker.state() == WorkerState.LEAVING
          && draft.now - worker.since().stateMillis() >= Limits.LEAVE_MILLIS) {
        draft.end(worker, "it handed its data over");
      }
    }
  }

  /**
   * The members of the configuration in force that are gone though the job still needs them: one
   * that came to the program's end and has no outputs may go.
   */
  static List<Member> missing(Draft draft) {
    final List<Member> missing = new ArrayList<>();
    for (final Member member : draft.course.layout().getMembersList()) {
      final Worker worker = draft.worker(member.getWorker());
      final Completed completed = draft.course.completed().get(member.getWorker());
      final boolean dispensable = completed != null && !completed.getHasOutputs();
      if ((worker == null || worker.state() != WorkerState.MEMBER) && !dispensable) {
        missing.add(member);
      }
    }
    return missing;
  }
}
