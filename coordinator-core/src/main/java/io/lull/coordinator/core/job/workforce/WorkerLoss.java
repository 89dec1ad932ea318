package io.lull.coordinator.core.job.workforce;

import io.lull.coordinator.core.job.JobHistory;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.WorkerEnded;
import java.util.ArrayList;
import java.util.List;

/** Workers that come, fail and go. */
public final class WorkerLoss {
  private static final int LONGEST_LAST_WORDS = 300;

  private WorkerLoss() {}

  /** Why a worker's process ended, in one line. */
  public static String why(Worker worker, WorkerEnded end) {
    return "the worker on "
        + worker.node()
        + (worker.state() == WorkerState.STARTING ? " ended before it was ready: " : " ended: ")
        + (end.getReason().isEmpty() ? "exit code " + end.getExitCode() : end.getReason())
        + lastWords(end.getLogTail());
  }

  /** A worker that the job counted on is gone. */
  public static Transition gone(WorkingCopy job, Worker worker, String why) {
    job.remove(worker);
    if (worker.state() == WorkerState.STARTING
        || (worker.state() == WorkerState.READY && gathers(job))) {
      return notStarted(job, worker, why);
    }
    job.fault(why);
    return Transition.stay();
  }

  /** Whether workers are waited for, so that one that ends has not worked yet. */
  private static boolean gathers(WorkingCopy job) {
    return job.phase() instanceof Phase.Forming forming
        && forming.stage() instanceof Phase.Gathering;
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
  private static Transition notStarted(WorkingCopy job, Worker worker, String why) {
    final JobHistory.Faults before = job.history().faults();
    final boolean another = worker.since().orderedMillis() >= before.lastStartMillis();
    final boolean forming =
        job.phase() instanceof Phase.Forming || job.phase() instanceof Phase.Dealing;
    final boolean wanted =
        job.target().stream().anyMatch(node -> node.name().equals(worker.node()));
    final int starts = before.starts() + (forming && another && wanted ? 1 : 0);
    job.put(
        job.history()
            .with(
                new JobHistory.Faults(
                    starts,
                    another ? job.now() : before.lastStartMillis(),
                    before.recoveries(),
                    before.inRow(),
                    before.farthest(),
                    why,
                    before.accusations(),
                    before.crashes())));
    if (starts > Limits.START_RETRIES) {
      return new Transition.Fail(why, worker);
    }
    final boolean othersStart =
        job.workers().stream()
            .anyMatch(w -> w.state() == WorkerState.READY || w.state() == WorkerState.MEMBER);
    if (!forming || othersStart) {
      job.avoid(worker.node());
    }
    return Transition.to(job.phase().startingNotBefore(job.now() + Limits.backOff(starts)));
  }

  /**
   * The node does not answer: whatever runs there is beyond reach, and will be told to end should
   * it come back.
   */
  public static void nodeLost(WorkingCopy job, String node) {
    job.put(job.generations().losing(node, job.now()));
    final List<Worker> there = job.workers().stream().filter(w -> w.node().equals(node)).toList();
    there.forEach(job::remove);
    if (there.stream().anyMatch(w -> w.state() == WorkerState.MEMBER)) {
      job.fault("the node " + node + " does not answer");
    }
  }

  /** Ends those that do not start, or do not leave, in time. */
  public static Transition endLate(WorkingCopy job) {
    final long startMillis = Limits.startMillis(job.history().faults().starts());
    Transition next = Transition.stay();
    for (final Worker worker : job.workers()) {
      if (worker.state() == WorkerState.STARTING
          && job.now() - worker.since().orderedMillis() >= startMillis) {
        job.end(worker, "it was not ready in time");
        next = notStarted(job, worker, "the worker on " + worker.node() + " was not ready in time");
        if (next instanceof Transition.Fail) {
          return next;
        }
        job.avoid(worker.node());
      } else if (worker.state() == WorkerState.LEAVING
          && job.now() - worker.since().stateMillis() >= Limits.LEAVE_MILLIS) {
        job.end(worker, "it handed its data over");
      } else if (worker.state() == WorkerState.HANDING_OVER
          && job.now() - worker.since().stateMillis() >= Limits.HAND_OVER_MILLIS) {
        job.end(worker, "it did not hand its data over in time");
      }
    }
    return next;
  }

  /** The members of the configuration in force that are gone though the job still needs them. */
  public static List<Member> missing(WorkingCopy job) {
    final List<Member> missing = new ArrayList<>();
    for (final Member member : job.progress().layout().getMembersList()) {
      final Worker worker = job.worker(member.getWorker());
      if ((worker == null || worker.state() != WorkerState.MEMBER)
          && !job.progress().dispensable(member.getWorker())) {
        missing.add(member);
      }
    }
    return missing;
  }
}
