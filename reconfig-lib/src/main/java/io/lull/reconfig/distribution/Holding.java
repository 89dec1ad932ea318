package io.lull.reconfig.distribution;

import java.util.List;

/**
 * Data that exists before a change.
 *
 * @param allotment what each rank owned when it was in force
 * @param holders for each rank the worker that can give its data now, from memory or from a file;
 *     one worker may hold several ranks' data
 */
public record Holding(Allotment allotment, List<String> holders) {
  /** Nothing was computed yet. */
  public static final Holding NOTHING = new Holding(Allotment.NONE, List.of());

  /**
   * @throws IllegalArgumentException when some rank's data has no holder
   */
  public Holding {
    holders = List.copyOf(holders);
    if (holders.size() != allotment.size()) {
      throw new IllegalArgumentException(
          "the data of " + allotment.size() + " ranks has " + holders.size() + " holders");
    }
  }

  public boolean isEmpty() {
    return holders.isEmpty();
  }
}
