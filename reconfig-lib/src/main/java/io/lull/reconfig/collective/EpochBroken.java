package io.lull.reconfig.collective;

/**
 * The present epoch cannot go on: a peer is gone, or the coordinator orders a recovery. It passes
 * through the author's program up to the runtime, which waits for the next configuration; an {@link
 * Error}, so that no program catches it by accident.
 */
public final class EpochBroken extends Error {
  private static final long serialVersionUID = 1;

  private final boolean known;

  public EpochBroken(String why) {
    this(why, true);
  }

  private EpochBroken(String why, boolean known) {
    super(why, null, false, false);
    this.known = known;
  }

  /** For a cause that only the thrower knows of: no link was lost, and nothing was ordered. */
  static EpochBroken found(String why) {
    return new EpochBroken(why, false);
  }

  /** Whether others than the thrower were told of it. */
  public boolean known() {
    return known;
  }
}
