package io.lull.reconfig.state;

import io.lull.protocol.wire.Layout;
import java.util.List;

/**
 * The state that there is before a change.
 *
 * @param layout of the configuration in which it was computed; its members are the ranks
 * @param holders for each rank the worker that can give its state now, from memory or from a piece;
 *     one worker may hold several ranks' state
 * @param units by rank; none for a state that does not plan from them
 * @param fromPieces whether it lies in pieces, and not in the holders' memory
 */
public record Holdings(
    Layout layout, List<String> holders, List<List<StateUnit>> units, boolean fromPieces) {
  /** Nothing was computed yet. */
  public static final Holdings NOTHING =
      new Holdings(Layout.getDefaultInstance(), List.of(), List.of(), false);

  /**
   * @throws IllegalArgumentException when some rank's state has no holder
   */
  public Holdings {
    holders = List.copyOf(holders);
    units = units.stream().map(List::copyOf).toList();
    if (holders.size() != layout.getMembersCount()) {
      throw new IllegalArgumentException(
          "the data of " + layout.getMembersCount() + " ranks has " + holders.size() + " holders");
    }
  }

  /** The same, with the units that each rank has. */
  public Holdings withUnits(List<List<StateUnit>> ofRanks) {
    return new Holdings(layout, holders, ofRanks, fromPieces);
  }

  public boolean isEmpty() {
    return holders.isEmpty();
  }
}
