package io.lull.testkit.job;

import java.util.Set;

/** What was ordered could not be done, and those who were ordered say why. */
public final class ChangeFailed extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Set<Integer> damagedRanks;

  ChangeFailed(String why, Set<Integer> damagedRanks) {
    super(why);
    this.damagedRanks = Set.copyOf(damagedRanks);
  }

  /** Whose pieces were found damaged. */
  public Set<Integer> damagedRanks() {
    return damagedRanks;
  }
}
