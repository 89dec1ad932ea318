package io.lull.coordinator.core.view;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.ChangeRecord.Measured;
import io.lull.protocol.wire.EventView;
import java.util.List;
import java.util.stream.Collectors;

/** The lines of a job's history as its users see them: only here they become sentences. */
final class ChangeViews {
  private static final String DONE = "done";

  private ChangeViews() {}

  static EventView of(ChangeRecord change) {
    final Measured measured = change.measured();
    final EventView.Builder view =
        EventView.newBuilder()
            .setAt(change.atMillis())
            .setKind(change.kind().wire())
            .setCause(change.cause().wire())
            .setMethod(change.method().wire())
            .setFrom(change.nodes().from())
            .setTo(change.nodes().to())
            .setEpoch(change.epoch())
            .setSafePoint(change.safePoint())
            .setBytesMoved(measured.bytesMoved())
            .setBytesCopied(measured.bytesCopied())
            .setBytesLeast(measured.bytesLeast())
            .setWaitMillis(measured.waitMillis())
            .setPrepareMillis(measured.prepareMillis())
            .setMoveMillis(measured.moveMillis())
            .setDowntimeMillis(measured.downtimeMillis())
            .setLostIterations(measured.lostIterations())
            .addAllNodesLeft(change.nodes().left())
            .addAllNodesJoined(change.nodes().joined())
            .setOutcome(sentence(change.outcome()));
    change.forecast().costMillis().ifPresent(view::setPredictedCostMillis);
    change.forecast().benefitMillis().ifPresent(view::setPredictedBenefitMillis);
    return view.build();
  }

  static String sentence(ChangeOutcome outcome) {
    return switch (outcome) {
      case ChangeOutcome.Done _ -> DONE;
      case ChangeOutcome.OneCopyOnly(String why) -> "done, but with only one copy: " + why;
      case ChangeOutcome.FromSafePointBefore _ ->
          "done, from the previous safe point: the owner could not wait for the next";
      case ChangeOutcome.Rebuilt rebuilt -> DONE + rebuilt(rebuilt.ranks());
      case ChangeOutcome.FromCheckpointBefore before ->
          "done, from the previous checkpoint: " + before.why() + rebuilt(before.ranks());
      case ChangeOutcome.BeganAnew(String why) ->
          why.isEmpty()
              ? "done; restarted from the beginning: there was no checkpoint yet"
              : why + "; restarted from the beginning";
      case ChangeOutcome.TasksReturned(int tasks) ->
          "done; " + tasks + (tasks == 1 ? " task" : " tasks") + " reassigned";
      case ChangeOutcome.NotDone(ChangeOutcome.Reason reason, String why) -> reason(reason, why);
      case ChangeOutcome.Told(String text) -> text;
    };
  }

  private static String rebuilt(List<Integer> ranks) {
    return ranks.isEmpty()
        ? ""
        : "; rebuilt from parity: "
            + ranks.stream().map(rank -> "rank " + rank).collect(Collectors.joining(", "));
  }

  private static String reason(ChangeOutcome.Reason reason, String why) {
    return switch (reason) {
      case NO_SAFE_POINT -> "no safe point was reached in time";
      case SUSPENDED_WITHOUT_SAFE_POINT ->
          "no safe point was reached in time: returns to its last checkpoint";
      case LAST_CHECKPOINT_FAILED -> "its last checkpoint failed: returns to the previous one";
      case OWNER_COULD_NOT_WAIT -> "an owner could not wait for the safe point";
      case SAFE_POINT_PASSED -> "a worker had already passed the chosen safe point";
      case PIECE_NOT_KEPT -> "a piece could not be stored: " + why;
      case NOT_CODED, FAILED -> why;
      case LATE -> "not all pieces were stored in time";
      case CANCELLED -> "cancelled by " + why;
    };
  }
}
