package io.lull.coordinator.job.history;

import io.lull.coordinator.job.Attempt;
import io.lull.coordinator.job.Generations;
import io.lull.coordinator.job.Phase;
import io.lull.coordinator.job.step.WorkingCopy;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Resumed;
import java.util.List;
import java.util.TreeSet;

/** The lines of a job's history. */
public final class ChangeRecords {
  private static final double NANOS_PER_MILLI = 1e6;
  public static final String DONE = "done";
  private static final String FROM_THE_ONE_BEFORE =
      "done, from the safe point before: the owner could not wait for the next";

  private ChangeRecords() {}

  public static void formed(
      WorkingCopy job,
      Phase.Forming forming,
      Attempt attempt,
      String outcome,
      long lostIterations) {
    final Phase.Purpose purpose = forming.purpose();
    final Prepared summary = attempt.summary();
    final EventKind kind =
        switch (purpose.what()) {
          case START -> EventKind.START;
          case RESUME -> EventKind.RESUME;
          case RECOVER -> EventKind.RECOVER;
        };
    final EventView.Builder event =
        between(
                job,
                kind,
                purpose.cause(),
                purpose.nodesBefore(),
                WorkingCopy.nodesOf(summary.getLayout()))
            .setMethod(kind == EventKind.START ? "" : "recover")
            .setLostIterations(lostIterations)
            .setOutcome(outcome);
    figures(event, summary);
    if (kind == EventKind.RECOVER) {
      event.setDowntimeMillis((double) (job.now() - purpose.sinceMillis()));
    }
    job.record(event.build());
  }

  public static void changed(
      WorkingCopy job, Layout before, Prepared summary, Phase.Changing changing) {
    final List<String> from = WorkingCopy.nodesOf(before);
    final List<String> to = WorkingCopy.nodesOf(summary.getLayout());
    final EventKind kind =
        to.size() > from.size()
            ? EventKind.GROW
            : to.size() < from.size()
                ? EventKind.SHRINK
                : new TreeSet<>(to).equals(new TreeSet<>(from))
                    ? EventKind.REBALANCE
                    : EventKind.MIGRATE;
    final boolean ownerBack =
        from.stream()
            .anyMatch(n -> !to.contains(n) && job.wishes().placed().reclaimed().containsKey(n));
    final boolean back =
        changing.attempt() != null
            && changing.attempt().goesBack()
            && summary.getSafePoint() < changing.halt().safePoint();
    final EventView.Builder event =
        between(job, kind, ownerBack ? EventCause.OWNER : job.wishes().placed().cause(), from, to)
            .setMethod(
                switch (kind) {
                  case GROW -> "add";
                  case SHRINK -> "remove";
                  case MIGRATE -> "migrate";
                  default -> "dynamic load balance";
                })
            .setOutcome(back ? FROM_THE_ONE_BEFORE : DONE);
    figures(event, summary);
    if (event.getWaitMillis() == 0) {
      event.setWaitMillis((double) Math.max(0, job.now() - changing.halt().sinceMillis()));
    }
    job.record(
        Forecast.ofChange(
                job.ledger().events(),
                before,
                summary.getLayout(),
                job.course().gauge(),
                ownerBack || kind == EventKind.SHRINK)
            .on(event)
            .build());
  }

  /**
   * A bag has one worker more.
   *
   * @param hands with it
   */
  public static void handWon(WorkingCopy job, String node, int hands, boolean first) {
    job.record(
        between(job, first ? EventKind.START : EventKind.GROW, job.wishes().placed().cause())
            .setFrom(hands - 1)
            .setTo(hands)
            .addNodesJoined(node)
            .setOutcome(DONE)
            .build());
  }

  /**
   * A bag has one worker less.
   *
   * @param hands with it
   * @param tasks that it had
   */
  public static void handLost(
      WorkingCopy job, String node, EventCause cause, int hands, int tasks) {
    job.record(
        between(job, EventKind.SHRINK, cause)
            .setFrom(hands)
            .setTo(hands - 1)
            .addNodesLeft(node)
            .setOutcome(
                tasks == 0
                    ? DONE
                    : "done; "
                        + tasks
                        + (tasks == 1 ? " task is" : " tasks are")
                        + " dealt once more")
            .build());
  }

  private static EventView.Builder between(WorkingCopy job, EventKind kind, EventCause cause) {
    return between(job, kind, cause, List.of(), List.of());
  }

  public static void checkpoint(
      WorkingCopy job, Generations.Pending pending, double captureMillis) {
    final List<String> nodes = WorkingCopy.nodesOf(pending.layout());
    final String fewer =
        pending.kept().values().stream()
            .map(Generations.Kept::why)
            .filter(why -> !why.isEmpty())
            .findFirst()
            .map(why -> "done, but with one copy only: " + why)
            .orElse(DONE);
    final EventView.Builder event =
        between(
                job,
                EventKind.CHECKPOINT,
                pending.hold() ? job.wishes().placed().cause() : EventCause.SCHEDULER,
                nodes,
                nodes)
            .setEpoch(pending.layout().getEpoch())
            .setSafePoint(pending.safePoint())
            .setWaitMillis(
                (double) (pending.times().orderedMillis() - pending.times().proposedMillis()))
            .setDowntimeMillis(captureMillis)
            .setOutcome(fewer);
    job.record(Forecast.ofCheckpoint(job.ledger().events()).on(event).build());
  }

  public static void noCheckpoint(WorkingCopy job, long safePoint, String why) {
    final List<String> nodes = WorkingCopy.nodesOf(job.course().layout());
    job.record(
        between(job, EventKind.CHECKPOINT, EventCause.SCHEDULER, nodes, nodes)
            .setSafePoint(safePoint)
            .setOutcome(why)
            .build());
  }

  public static void suspended(
      WorkingCopy job, EventCause cause, List<String> nodesBefore, String outcome) {
    job.record(
        between(job, EventKind.SUSPEND, cause, nodesBefore, List.of())
            .setSafePoint(
                job.generations().committed().isEmpty()
                    ? 0
                    : job.generations().committed().getLast().safePoint())
            .setOutcome(outcome)
            .build());
  }

  public static void end(WorkingCopy job, JobState state, List<String> nodes, String outcome) {
    final EventCause cause =
        switch (state) {
          case CANCELLED -> EventCause.OPERATOR;
          case FAILED -> EventCause.FAILURE;
          default -> EventCause.SCHEDULER;
        };
    job.record(between(job, EventKind.END, cause, nodes, List.of()).setOutcome(outcome).build());
  }

  /** A worker computes again: the longest pause of all is the job's. */
  public static void resumed(WorkingCopy job, Resumed said) {
    final List<EventView> events = job.ledger().events();
    for (int i = events.size() - 1; i >= 0; i--) {
      final EventView event = events.get(i);
      if (event.getEpoch() == said.getEpoch()
          && !event.getKind().equals(EventKind.CHECKPOINT.wire())
          && !event.getKind().equals(EventKind.END.wire())) {
        job.put(
            job.ledger()
                .replacing(
                    i,
                    event.toBuilder()
                        .setDowntimeMillis(
                            Math.max(
                                event.getDowntimeMillis(),
                                said.getDowntimeNanos() / NANOS_PER_MILLI))
                        .setLostIterations(
                            Math.max(event.getLostIterations(), said.getLostIterations()))
                        .build()));
        return;
      }
    }
  }

  private static EventView.Builder between(
      WorkingCopy job, EventKind kind, EventCause cause, List<String> from, List<String> to) {
    return EventView.newBuilder()
        .setAt(job.now())
        .setKind(kind.wire())
        .setCause(cause.wire())
        .setFrom(from.size())
        .setTo(to.size())
        .setEpoch(job.course().epoch())
        .addAllNodesLeft(from.stream().filter(n -> !to.contains(n)).sorted().toList())
        .addAllNodesJoined(to.stream().filter(n -> !from.contains(n)).sorted().toList());
  }

  private static void figures(EventView.Builder event, Prepared summary) {
    event
        .setSafePoint(summary.getSafePoint())
        .setBytesMoved(summary.getSentBytes())
        .setBytesLeast(summary.getBytesLeast())
        .setWaitMillis(summary.getWaitNanos() / NANOS_PER_MILLI)
        .setPrepareMillis(summary.getPrepareNanos() / NANOS_PER_MILLI)
        .setMoveMillis(summary.getMoveNanos() / NANOS_PER_MILLI);
  }
}
