package io.lull.reconfig.state;

import java.util.Optional;

/** Takes single units of a state. The links' threads: no method may wait for another worker. */
public interface UnitReceiver {
  /**
   * @param from the sender, by name
   * @return where its chunks go; empty: this worker does not want it, or has no room
   */
  Optional<TransferTarget> offered(UnitOffer unit, String from);

  /** All of it is here, and it is this worker's now. */
  void committed(String unit);

  /** It does not come, and stays with its sender. */
  void aborted(String unit);
}
