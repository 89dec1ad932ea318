package io.lull.agent.piece;

/**
 * What the coordinator said about a job's generations.
 *
 * @param committed the newest committed one; 0: none
 * @param known generations from this one on may have been committed since
 * @param givenUp the newest abandoned one; 0: none
 */
record GenerationStanding(long committed, long known, long givenUp) {
  static final GenerationStanding NOTHING = new GenerationStanding(0, 1, 0);

  /** Whether it may be deleted to make room. */
  boolean yieldsTo(long coming, long generation) {
    final boolean older = generation < committed && coming > committed;
    final boolean unfinished = generation > committed && generation < known;
    return generation != coming && (older || unfinished);
  }
}
