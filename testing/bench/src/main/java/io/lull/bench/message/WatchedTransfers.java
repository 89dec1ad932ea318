package io.lull.bench.message;

import io.lull.reconfig.state.TransferReader;
import io.lull.reconfig.state.UnitReceiver;
import io.lull.reconfig.state.UnitTransfers;
import java.util.Optional;

/** The same transfers, of which each beginning and end is told. */
record WatchedTransfers(UnitTransfers transfers, Watcher watcher) implements UnitTransfers {
  /** Hears of units by their names. Any thread. */
  interface Watcher {
    /** It is under way. */
    void begun(String unit);

    /**
     * It is not any more.
     *
     * @param moved whether it is elsewhere now
     */
    void ended(String unit, boolean moved);
  }

  @Override
  public boolean send(Unit unit, String to) {
    return transfers.send(new Watched(unit), to);
  }

  @Override
  public void receiver(UnitReceiver receiver) {
    transfers.receiver(receiver);
  }

  private final class Watched implements Unit {
    private final Unit unit;

    Watched(Unit unit) {
      this.unit = unit;
    }

    @Override
    public String name() {
      return unit.name();
    }

    @Override
    public Optional<TransferReader> freeze() {
      final Optional<TransferReader> frozen = unit.freeze();
      if (frozen.isPresent()) {
        watcher.begun(unit.name());
      }
      return frozen;
    }

    @Override
    public long bytes() {
      return unit.bytes();
    }

    @Override
    public void ended(Outcome outcome) {
      watcher.ended(unit.name(), outcome == Outcome.MOVED);
      unit.ended(outcome);
    }
  }
}
