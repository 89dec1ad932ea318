package io.lull.reconfig.message.placement;

import java.util.Map;

/**
 * Moves of tasks that are proposed.
 *
 * @param moves by task, to whom
 * @param before seconds that the busiest worker takes for what all did in the interval
 * @param after the same, once the moves are made
 * @param bytes that are to be moved
 */
record ProposedMoves(Map<Long, String> moves, double before, double after, long bytes) {
  static final ProposedMoves NONE = new ProposedMoves(Map.of(), 0, 0, 0);

  ProposedMoves {
    moves = Map.copyOf(moves);
  }

  double gain() {
    return before - after;
  }
}
