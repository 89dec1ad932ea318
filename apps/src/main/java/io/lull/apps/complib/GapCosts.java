package io.lull.apps.complib;

import io.lull.reconfig.Parameters;

/**
 * What a gap in an alignment costs.
 *
 * @param open once
 * @param extend for each letter, the first too
 */
record GapCosts(int open, int extend) {
  private static final int DEFAULT_OPEN = 11;
  private static final int DEFAULT_EXTEND = 1;
  private static final int GREATEST = 1000;

  /**
   * @throws io.lull.reconfig.BadInput with one line when a parameter cannot be used
   */
  static GapCosts of(Parameters parameters) {
    return new GapCosts(
        (int) parameters.integer("gap-open", DEFAULT_OPEN, 0, GREATEST),
        (int) parameters.integer("gap-extend", DEFAULT_EXTEND, 0, GREATEST));
  }
}
