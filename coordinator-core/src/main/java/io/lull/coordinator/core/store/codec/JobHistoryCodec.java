package io.lull.coordinator.core.store.codec;

import io.lull.coordinator.core.job.Crashes;
import io.lull.coordinator.core.job.JobHistory;
import io.lull.protocol.stored.StoredCrashes;
import io.lull.protocol.stored.StoredLedger;
import java.util.stream.Stream;

/** Encodes the record of a job as a message that later versions can read. */
final class JobHistoryCodec {
  private JobHistoryCodec() {}

  static StoredLedger stored(JobHistory history) {
    final JobHistory.Faults faults = history.faults();
    return StoredLedger.newBuilder()
        .addAllDecisions(history.decisions().stream().map(DecisionCodec::stored).toList())
        .addAllChanges(history.events().stream().map(ChangeRecordCodec::stored).toList())
        .setStartedMillis(history.times().startedMillis())
        .setFinishedMillis(history.times().finishedMillis())
        .setError(history.result().error())
        .addAllCheckValues(history.result().checkValues())
        .addAllOutputs(history.result().outputs())
        .setOutputsDroppedMillis(history.result().droppedMillis())
        .setStartFailures(faults.starts())
        .setLastStartMillis(faults.lastStartMillis())
        .setRecoveries(faults.recoveries())
        .setInRow(faults.inRow())
        .setFarthest(faults.farthest())
        .setLastFault(faults.last())
        .putAllAccusations(faults.accusations())
        .setCrashes(
            StoredCrashes.newBuilder()
                .setInRow(faults.crashes().inRow())
                .setFarthest(faults.crashes().farthest())
                .setFresh(faults.crashes().fresh()))
        .build();
  }

  static JobHistory history(StoredLedger stored) {
    return new JobHistory(
        stored.getDecisionsList().stream().map(DecisionCodec::decision).toList(),
        Stream.concat(
                stored.getEventsList().stream().map(ChangeRecordCodec::change),
                stored.getChangesList().stream().map(ChangeRecordCodec::change))
            .toList(),
        new JobHistory.Times(stored.getStartedMillis(), stored.getFinishedMillis()),
        new JobHistory.Result(
            stored.getError(),
            stored.getCheckValuesList(),
            stored.getOutputsList(),
            stored.getOutputsDroppedMillis()),
        new JobHistory.Faults(
            stored.getStartFailures(),
            stored.getLastStartMillis(),
            stored.getRecoveries(),
            stored.getInRow(),
            stored.getFarthest(),
            stored.getLastFault(),
            stored.getAccusationsMap(),
            new Crashes(
                stored.getCrashes().getInRow(),
                stored.getCrashes().getFarthest(),
                stored.getCrashes().getFresh())));
  }
}
