package io.lull.scheduling.adapt;

/**
 * A change of a job's configuration that took place.
 *
 * @param leadMillis from the decision until it was in force; 0: not known
 * @param first what had to come about before it
 * @param downtimeMillis for how long the job did not compute
 * @param moveMillis of it, how long data moved
 * @param bytes that changed owner while the job did not compute
 * @param followed whether others followed, while it did
 */
public record ObservedChange(
    double leadMillis,
    First first,
    double downtimeMillis,
    double moveMillis,
    long bytes,
    boolean followed) {
  /** One after which all data is where it is to be. */
  public ObservedChange(
      double leadMillis, First first, double downtimeMillis, double moveMillis, long bytes) {
    this(leadMillis, first, downtimeMillis, moveMillis, bytes, false);
  }

  /** Before a change workers have to be there. */
  public enum First {
    /** Processes started. */
    START,
    /** Ghosts woke. */
    WAKE,
    /** All were there. */
    NOTHING
  }

  /** Fewer bytes say nothing of a rate. */
  private static final long LEAST_BYTES = 1 << 20;

  /** How long it took until then where that came first; 0: something else did. */
  double leadMillis(First what) {
    return first == what ? leadMillis : 0;
  }

  /** What it took beside its bytes. */
  double fixedMillis() {
    return Math.max(0, downtimeMillis - moveMillis);
  }

  /** At the rate at which its bytes moved; 0: there were too few. */
  double millisPerMebibyte() {
    return bytes < LEAST_BYTES ? 0 : moveMillis * (1 << 20) / bytes;
  }
}
