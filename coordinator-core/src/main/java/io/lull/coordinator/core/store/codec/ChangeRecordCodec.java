package io.lull.coordinator.core.store.codec;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.ChangeRecord.Measured;
import io.lull.coordinator.core.job.Forecast;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.stored.StoredChangeRecord;
import io.lull.protocol.stored.StoredOutcome;
import io.lull.protocol.wire.EventView;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.Locale;
import java.util.OptionalDouble;

/** The lines of a job's history as bytes; those that were stored as they were shown, too. */
final class ChangeRecordCodec {
  private ChangeRecordCodec() {}

  static StoredChangeRecord stored(ChangeRecord change) {
    final Measured measured = change.measured();
    final StoredChangeRecord.Builder stored =
        StoredChangeRecord.newBuilder()
            .setAtMillis(change.atMillis())
            .setKind(change.kind().name())
            .setCause(change.cause().name())
            .setMethod(change.method().name())
            .setFrom(change.nodes().from())
            .setTo(change.nodes().to())
            .addAllLeft(change.nodes().left())
            .addAllJoined(change.nodes().joined())
            .setEpoch(change.epoch())
            .setSafePoint(change.safePoint())
            .setWaitMillis(measured.waitMillis())
            .setPrepareMillis(measured.prepareMillis())
            .setMoveMillis(measured.moveMillis())
            .setDowntimeMillis(measured.downtimeMillis())
            .setBytesMoved(measured.bytesMoved())
            .setBytesCopied(measured.bytesCopied())
            .setBytesLeast(measured.bytesLeast())
            .setLostIterations(measured.lostIterations())
            .setOutcome(stored(change.outcome()));
    change.forecast().costMillis().ifPresent(stored::setCostMillis);
    change.forecast().benefitMillis().ifPresent(stored::setBenefitMillis);
    return stored.build();
  }

  static ChangeRecord change(StoredChangeRecord stored) {
    return new ChangeRecord(
        stored.getAtMillis(),
        EventKind.valueOf(stored.getKind()),
        EventCause.valueOf(stored.getCause()),
        ChangeMethod.valueOf(stored.getMethod()),
        new ChangeRecord.Nodes(
            stored.getFrom(), stored.getTo(), stored.getLeftList(), stored.getJoinedList()),
        stored.getEpoch(),
        stored.getSafePoint(),
        new Measured(
            stored.getWaitMillis(),
            stored.getPrepareMillis(),
            stored.getMoveMillis(),
            stored.getDowntimeMillis(),
            stored.getBytesMoved(),
            stored.getBytesCopied(),
            stored.getBytesLeast(),
            stored.getLostIterations()),
        outcome(stored.getOutcome()),
        new Forecast(
            stored.hasCostMillis()
                ? OptionalDouble.of(stored.getCostMillis())
                : OptionalDouble.empty(),
            stored.hasBenefitMillis()
                ? OptionalDouble.of(stored.getBenefitMillis())
                : OptionalDouble.empty()));
  }

  /** Of an earlier version: its outcome is kept as it was told. */
  static ChangeRecord change(EventView told) {
    return new ChangeRecord(
        told.getAt(),
        EventKind.valueOf(told.getKind().toUpperCase(Locale.ROOT)),
        told.getCause().isEmpty()
            ? EventCause.SCHEDULER
            : EventCause.valueOf(told.getCause().toUpperCase(Locale.ROOT)),
        ChangeMethod.of(told.getMethod()).orElse(ChangeMethod.NONE),
        new ChangeRecord.Nodes(
            told.getFrom(), told.getTo(), told.getNodesLeftList(), told.getNodesJoinedList()),
        told.getEpoch(),
        told.getSafePoint(),
        new Measured(
            told.getWaitMillis(),
            told.getPrepareMillis(),
            told.getMoveMillis(),
            told.getDowntimeMillis(),
            told.getBytesMoved(),
            told.getBytesCopied(),
            told.getBytesLeast(),
            told.getLostIterations()),
        new ChangeOutcome.Told(told.getOutcome()),
        new Forecast(
            told.hasPredictedCostMillis()
                ? OptionalDouble.of(told.getPredictedCostMillis())
                : OptionalDouble.empty(),
            told.hasPredictedBenefitMillis()
                ? OptionalDouble.of(told.getPredictedBenefitMillis())
                : OptionalDouble.empty()));
  }

  private static StoredOutcome stored(ChangeOutcome outcome) {
    final StoredOutcome.Builder stored = StoredOutcome.newBuilder();
    return switch (outcome) {
      case ChangeOutcome.Done _ -> stored.setKind("DONE").build();
      case ChangeOutcome.OneCopyOnly(String why) ->
          stored.setKind("ONE_COPY_ONLY").setWhy(why).build();
      case ChangeOutcome.FromSafePointBefore _ -> stored.setKind("FROM_SAFE_POINT_BEFORE").build();
      case ChangeOutcome.Rebuilt rebuilt ->
          stored.setKind("REBUILT").addAllRanks(rebuilt.ranks()).build();
      case ChangeOutcome.FromCheckpointBefore before ->
          stored
              .setKind("FROM_CHECKPOINT_BEFORE")
              .setWhy(before.why())
              .addAllRanks(before.ranks())
              .build();
      case ChangeOutcome.BeganAnew(String why) -> stored.setKind("BEGAN_ANEW").setWhy(why).build();
      case ChangeOutcome.TasksReturned(int tasks) ->
          stored.setKind("TASKS_RETURNED").setTasks(tasks).build();
      case ChangeOutcome.NotDone(ChangeOutcome.Reason reason, String why) ->
          stored.setKind("NOT_DONE").setReason(reason.name()).setWhy(why).build();
      case ChangeOutcome.Told(String text) -> stored.setKind("TOLD").setWhy(text).build();
    };
  }

  private static ChangeOutcome outcome(StoredOutcome stored) {
    return switch (stored.getKind()) {
      case "DONE" -> ChangeOutcome.done();
      case "ONE_COPY_ONLY" -> new ChangeOutcome.OneCopyOnly(stored.getWhy());
      case "FROM_SAFE_POINT_BEFORE" -> new ChangeOutcome.FromSafePointBefore();
      case "REBUILT" -> new ChangeOutcome.Rebuilt(stored.getRanksList());
      case "FROM_CHECKPOINT_BEFORE" ->
          new ChangeOutcome.FromCheckpointBefore(stored.getWhy(), stored.getRanksList());
      case "BEGAN_ANEW" -> new ChangeOutcome.BeganAnew(stored.getWhy());
      case "TASKS_RETURNED" -> new ChangeOutcome.TasksReturned(stored.getTasks());
      case "NOT_DONE" ->
          new ChangeOutcome.NotDone(
              ChangeOutcome.Reason.valueOf(stored.getReason()), stored.getWhy());
      case "TOLD" -> new ChangeOutcome.Told(stored.getWhy());
      default -> throw new IllegalArgumentException("no outcome is called " + stored.getKind());
    };
  }
}
