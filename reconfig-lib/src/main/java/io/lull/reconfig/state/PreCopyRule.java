package io.lull.reconfig.state;

/** Which parts of the state are worth to be copied before a change, while the program computes. */
public sealed interface PreCopyRule {
  /** All parts, also those that are written all the time, and so are copied in vain. */
  record Everything() implements PreCopyRule {}

  /**
   * Parts that the program writes seldom in comparison with its safe points.
   *
   * @param safePoints how many it has passed in this configuration
   */
  record SeldomWritten(long safePoints) implements PreCopyRule {
    /** A part that is written at every tenth safe point will mostly be the same after the copy. */
    private static final long SAFE_POINTS_A_WRITE = 10;
  }

  /**
   * Whether a part is worth it.
   *
   * @param writes how often it was written in this configuration
   */
  default boolean allows(long writes) {
    return switch (this) {
      case Everything() -> true;
      case SeldomWritten(long safePoints) ->
          safePoints >= Math.max(1, writes) * SeldomWritten.SAFE_POINTS_A_WRITE;
    };
  }
}
