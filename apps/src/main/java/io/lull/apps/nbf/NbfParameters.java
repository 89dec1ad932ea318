package io.lull.apps.nbf;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;

/**
 * The user's parameters.
 *
 * @param random whether partners are any molecules, and not those that are near
 */
record NbfParameters(int molecules, int steps, boolean random, long seed, Pace pace) {
  private static final int MOST_MOLECULES = 4_000_000;

  /**
   * @throws BadInput if a parameter cannot be used
   */
  static NbfParameters of(Parameters parameters) {
    final String partners = parameters.text("partners", "cutoff");
    if (!partners.equals("cutoff") && !partners.equals("random")) {
      throw new BadInput("partners=" + partners + ": enter cutoff or random");
    }
    return new NbfParameters(
        (int) parameters.integer("molecules", 4096, 2, MOST_MOLECULES),
        (int) parameters.integer("steps", 10, 1, 1_000_000),
        partners.equals("random"),
        parameters.integer("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        Pace.of(parameters));
  }
}
