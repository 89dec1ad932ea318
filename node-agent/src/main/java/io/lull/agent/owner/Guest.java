package io.lull.agent.owner;

import org.jspecify.annotations.Nullable;

/**
 * A worker on this node, as the judgement sees it.
 *
 * @param hold null: it has all that is idle
 * @param leave null: it may stay
 */
record Guest(Phase phase, @Nullable Hold hold, @Nullable Leave leave) {
  enum Phase {
    CLAIMED,
    STARTED,
    READY
  }

  /**
   * @param causeNanos when the owner's event was
   * @param confirmed it was told that no thread of it runs beyond what the owner allows
   */
  record Hold(long causeNanos, boolean confirmed) {}

  /**
   * @param why a clause for people, as in "because you used the keyboard"
   * @param owner whether it leaves for its owner's sake
   * @param killed it is being ended by force
   */
  record Leave(long causeNanos, long deadlineNanos, String why, boolean owner, boolean killed) {
    Leave kill() {
      return new Leave(causeNanos, deadlineNanos, why, owner, true);
    }
  }

  static Guest claimed() {
    return new Guest(Phase.CLAIMED, null, null);
  }

  Guest in(Phase next) {
    return new Guest(next.compareTo(phase) > 0 ? next : phase, hold, leave);
  }

  Guest held(long causeNanos) {
    return hold == null ? new Guest(phase, new Hold(causeNanos, false), leave) : this;
  }

  Guest confirmed() {
    return hold == null ? this : new Guest(phase, new Hold(hold.causeNanos, true), leave);
  }

  Guest free() {
    return new Guest(phase, null, leave);
  }

  Guest leaving(Leave now) {
    return new Guest(phase, hold, now);
  }
}
