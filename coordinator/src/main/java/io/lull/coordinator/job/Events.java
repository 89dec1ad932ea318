package io.lull.coordinator.job;

import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Resumed;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The lines of a job's history. */
final class Events {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String DONE = "done";
  private static final String FROM_THE_ONE_BEFORE =
      "done, from the safe point before: the owner could not wait for the next";

  private Events() {}

  static void formed(Draft draft, Phase.Forming forming, Attempt attempt, long lostIterations) {
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
                draft,
                kind,
                purpose.cause(),
                purpose.nodesBefore(),
                Draft.nodesOf(summary.getLayout()))
            .setMethod(kind == EventKind.START ? "" : "recover")
            .setLostIterations(lostIterations)
            .setOutcome(outcome(draft, forming, attempt));
    figures(event, summary);
    if (kind == EventKind.RECOVER) {
      event.setDowntimeMillis((double) (draft.now - purpose.sinceMillis()));
    }
    draft.record(event.build());
  }

  private static String outcome(Draft draft, Phase.Forming forming, Attempt attempt) {
    if (attempt.order().hasFresh()) {
      return !draft.generations.committed().isEmpty()
          ? Pieces.lament(draft, forming) + "; began anew"
          : forming.purpose().what() == Phase.Purpose.What.START
              ? DONE
              : "done; there was no checkpoint yet: began anew";
    }
    final List<Integer> rebuilt =
        draft
            .generations
            .find(attempt.order().getGeneration().getNumber())
            .map(Rebuilding::ranks)
            .orElse(List.of());
    final boolean older = attempt.order().getGeneration().getNumber() < draft.generations.newest();
    final String done =
        older ? "done, from the checkpoint before: " + Pieces.gone(draft, forming) : DONE;
    return rebuilt.isEmpty()
        ? done
        : done
            + "; rebuilt from parities: "
            + rebuilt.stream().map(rank -> "rank " + rank).collect(Collectors.joining(", "));
  }

  static void changed(Draft draft, Layout before, Prepared summary, Phase.Changing changing) {
    final List<String> from = Draft.nodesOf(before);
    final List<String> to = Draft.nodesOf(summary.getLayout());
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
            .anyMatch(n -> !to.contains(n) && draft.wishes.placed().reclaimed().containsKey(n));
    final boolean back =
        changing.attempt() != null
            && changing.attempt().goesBack()
            && summary.getSafePoint() < changing.halt().safePoint();
    final EventView.Builder event =
        between(draft, kind, ownerBack ? EventCause.OWNER : draft.wishes.placed().cause(), from, to)
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
      event.setWaitMillis((double) Math.max(0, draft.now - changing.halt().sinceMillis()));
    }
    draft.record(
        Forecast.ofChange(
                draft.ledger.events(),
                before,
                summary.getLayout(),
                draft.course.gauge(),
                ownerBack || kind == EventKind.SHRINK)
            .on(event)
            .build());
  }

  /**
   * A bag has one worker more.
   *
   * @param hands with it
   */
  static void handWon(Draft draft, String node, int hands, boolean first) {
    draft.record(
        between(draft, first ? EventKind.START : EventKind.GROW, draft.wishes.placed().cause())
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
  static void handLost(Draft draft, String node, EventCause cause, int hands, int tasks) {
    draft.record(
        between(draft, EventKind.SHRINK, cause)
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

  private static EventView.Builder between(Draft draft, EventKind kind, EventCause cause) {
    return between(draft, kind, cause, List.of(), List.of());
  }

  static void checkpoint(Draft draft, Generations.Pending pending, double captureMillis) {
    final List<String> nodes = Draft.nodesOf(pending.layout());
    final String fewer =
        pending.kept().values().stream()
            .map(Generations.Kept::why)
            .filter(why -> !why.isEmpty())
            .findFirst()
            .map(why -> "done, but with one copy only: " + why)
            .orElse(DONE);
    final EventView.Builder event =
        between(
                draft,
                EventKind.CHECKPOINT,
                pending.hold() ? draft.wishes.placed().cause() : EventCause.SCHEDULER,
                nodes,
                nodes)
            .setEpoch(pending.layout().getEpoch())
            .setSafePoint(pending.safePoint())
            .setWaitMillis(
                (double) (pending.times().orderedMillis() - pending.times().proposedMillis()))
            .setDowntimeMillis(captureMillis)
            .setOutcome(fewer);
    draft.record(Forecast.ofCheckpoint(draft.ledger.events()).on(event).build());
  }

  static void noCheckpoint(Draft draft, long safePoint, String why) {
    final List<String> nodes = Draft.nodesOf(draft.course.layout());
    draft.record(
        between(draft, EventKind.CHECKPOINT, EventCause.SCHEDULER, nodes, nodes)
            .setSafePoint(safePoint)
            .setOutcome(why)
            .build());
  }

  static void suspended(Draft draft, EventCause cause, List<String> nodesBefore, String outcome) {
    draft.record(
        between(draft, EventKind.SUSPEND, cause, nodesBefore, List.of())
            .setSafePoint(
                draft.generations.committed().isEmpty()
                    ? 0
                    : draft.generations.committed().getLast().safePoint())
            .setOutcome(outcome)
            .build());
  }

  static void end(Draft draft, JobState state, List<String> nodes, String outcome) {
    final EventCause cause =
        switch (state) {
          case CANCELLED -> EventCause.OPERATOR;
          case FAILED -> EventCause.FAILURE;
          default -> EventCause.SCHEDULER;
        };
    draft.record(
        between(draft, EventKind.END, cause, nodes, List.of()).setOutcome(outcome).build());
  }

  /** A worker computes again: the longest pause of all is the job's. */
  static void resumed(Draft draft, Resumed said) {
    final List<EventView> events = draft.ledger.events();
    for (int i = events.size() - 1; i >= 0; i--) {
      final EventView event = events.get(i);
      if (event.getEpoch() == said.getEpoch()
          && !event.getKind().equals(EventKind.CHECKPOINT.wire())
          && !event.getKind().equals(EventKind.END.wire())) {
        draft.ledger =
            draft.ledger.replacing(
                i,
                event.toBuilder()
                    .setDowntimeMillis(
                        Math.max(
                            event.getDowntimeMillis(), said.getDowntimeNanos() / NANOS_PER_MILLI))
                    .setLostIterations(
                        Math.max(event.getLostIterations(), said.getLostIterations()))
                    .build());
        return;
      }
    }
  }

  private static EventView.Builder between(
      Draft draft, EventKind kind, EventCause cause, List<String> from, List<String> to) {
    return EventView.newBuilder()
        .setAt(draft.now)
        .setKind(kind.wire())
        .setCause(cause.wire())
        .setFrom(from.size())
        .setTo(to.size())
        .setEpoch(draft.course.epoch())
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
