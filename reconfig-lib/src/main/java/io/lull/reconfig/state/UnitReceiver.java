package io.lull.reconfig.state;

import java.util.Optional;

/** Takes single units of a state. The links' threads: no method may wait for another worker. */
public interface UnitReceiver {
  /**
   * @return where its chunks go; empty: this worker does not want it
   */
  Optional<TransferTarget> offered(String unit, String from);

  /** All of it is here, and it is this worker's now. */
  void committed(String unit);

  /** It does not come, and stays with its sender. */
  void aborted(String unit);
}
