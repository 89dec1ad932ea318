package io.lull.simulator.trace;

/**
 * Something that an owner, or their computer, does.
 *
 * @param atMillis since midnight
 * @param value pixels of a motion or knock; thousandths of all cores of a load; else 0
 */
public record OwnerEvent(long atMillis, What what, int value) {
  /** What it is. */
  public enum What {
    KEY,
    MOTION,
    /** Somebody touches the desk. */
    KNOCK,
    LOCK,
    UNLOCK,
    CALL_BEGINS,
    CALL_ENDS,
    /** From now on the owner's programs take this much. */
    LOAD,
    REMOTE_LOGIN,
    REMOTE_KEY,
    REMOTE_LOGOUT
  }
}
