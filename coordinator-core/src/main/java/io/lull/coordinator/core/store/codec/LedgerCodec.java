package io.lull.coordinator.core.store.codec;

import io.lull.coordinator.core.job.Ledger;
import io.lull.protocol.stored.StoredLedger;
import java.util.stream.Stream;

/** Encodes the record of a job as a message that later versions can read. */
final class LedgerCodec {
  private LedgerCodec() {}

  static StoredLedger stored(Ledger ledger) {
    final Ledger.Faults faults = ledger.faults();
    return StoredLedger.newBuilder()
        .addAllChanges(ledger.events().stream().map(HistoryCodec::stored).toList())
        .setStartedMillis(ledger.times().startedMillis())
        .setFinishedMillis(ledger.times().finishedMillis())
        .setError(ledger.result().error())
        .addAllCheckValues(ledger.result().checkValues())
        .addAllOutputs(ledger.result().outputs())
        .setOutputsDroppedMillis(ledger.result().droppedMillis())
        .setStartFailures(faults.starts())
        .setLastStartMillis(faults.lastStartMillis())
        .setRecoveries(faults.recoveries())
        .setInRow(faults.inRow())
        .setFarthest(faults.farthest())
        .setLastFault(faults.last())
        .putAllAccusations(faults.accusations())
        .build();
  }

  static Ledger ledger(StoredLedger stored) {
    return new Ledger(
        Stream.concat(
                stored.getEventsList().stream().map(HistoryCodec::change),
                stored.getChangesList().stream().map(HistoryCodec::change))
            .toList(),
        new Ledger.Times(stored.getStartedMillis(), stored.getFinishedMillis()),
        new Ledger.Result(
            stored.getError(),
            stored.getCheckValuesList(),
            stored.getOutputsList(),
            stored.getOutputsDroppedMillis()),
        new Ledger.Faults(
            stored.getStartFailures(),
            stored.getLastStartMillis(),
            stored.getRecoveries(),
            stored.getInRow(),
            stored.getFarthest(),
            stored.getLastFault(),
            stored.getAccusationsMap()));
  }
}
