package io.lull.reconfig.message.placement;

import java.util.List;
import java.util.Map;

/**
 * Decides whether tasks move because of what was measured. One thread.
 *
 * <p>What is to come is not known, so a program is taken to run for as long again as it has run. A
 * move pays when what it saves in that time is more than it costs, with a margin. After moves some
 * intervals pass until others are considered; twice as many each time that moves did not help as
 * they should have: where a load comes and goes, tasks do not follow it for ever.
 */
public final class PlacementPolicy {
  /** What is saved must be so much more than what is paid. */
  private static final double MARGIN = 2;

  /** Of each move: the task stands, and others send to where it was. */
  private static final double SECONDS_PER_MOVE = 0.01;

  /** After moves: the first interval is half of the time before. */
  private static final int LEAST_PAUSE = 2;

  private static final int MOST_PAUSE = 64;

  /** Moves have helped when this part of what they should have saved was. */
  private static final double HELPED = 0.5;

  private ProposedMoves last = ProposedMoves.NONE;
  private int pause;
  private int nextPause = LEAST_PAUSE;

  /**
   * Moves that pay now.
   *
   * @param loads of all workers, in the interval that has just ended
   * @param interval in seconds
   * @param elapsed seconds since the program began
   * @return by task, to whom; usually empty
   */
  public Map<Long, String> consider(List<LoadReport> loads, double interval, double elapsed) {
    if (pause > 0) {
      pause--;
      return Map.of();
    }
    final ProposedMoves next = Refinement.of(loads);
    judge(next.before());
    final double cost =
        next.moves().size() * SECONDS_PER_MOVE + next.bytes() / Refinement.BYTES_PER_SECOND;
    if (next.moves().isEmpty() || next.gain() / interval * elapsed < MARGIN * cost) {
      return Map.of();
    }
    last = next;
    pause = nextPause;
    return next.moves();
  }

  /** What the busiest worker takes now says whether the last moves have helped. */
  private void judge(double now) {
    if (last.moves().isEmpty()) {
      return;
    }
    final boolean helped = now <= last.before() - HELPED * last.gain();
    nextPause = helped ? LEAST_PAUSE : Math.min(MOST_PAUSE, 2 * nextPause);
    last = ProposedMoves.NONE;
  }

  /** The workers are others: what was seen before, and in the present interval, is not of them. */
  public void forget() {
    last = ProposedMoves.NONE;
    pause = 1;
  }
}
