package io.lull.reconfig.state;

import java.io.IOException;
import java.util.List;

/** The source of transfers: memory, the pieces of a checkpoint, or none. */
public interface StateSource {
  /** Of a fresh start: there is nothing to read. */
  StateSource EMPTY =
      (_, transfer) -> {
        throw new IOException("nothing was computed yet: transfer " + transfer.number());
      };

  /**
   * Begins to read a transfer of which this worker is the holder; any thread, several at once.
   *
   * @throws DamagedPieceException when the piece that it lies in cannot be read
   */
  TransferReader read(StatePlan plan, StateTransfer transfer) throws IOException;

  /**
   * The units that a rank has, of which this worker is the holder; asked only for a state that
   * plans from them.
   *
   * @throws DamagedPieceException when the piece that says so cannot be read
   */
  default List<StateUnit> units(int rank) throws IOException {
    return List.of();
  }

  /**
   * Copies a transfer that stays on this worker from memory to memory, if that is possible.
   *
   * @return whether it was; otherwise it is to be read
   */
  default boolean copy(StatePlan plan, StateTransfer transfer, TransferTarget target) {
    return false;
  }
}
