package io.lull.reconfig.comm;

/**
 * The present epoch cannot go on: a peer is gone, or the coordinator orders a recovery. It passes
 * through the author's program up to the runtime, which waits for the next configuration; an {@link
 * Error}, so that no program catches it by accident.
 */
public final class EpochBroken extends Error {
  private static final long serialVersionUID = 1;

  public EpochBroken(String why) {
    super(why, null, false, false);
  }
}
