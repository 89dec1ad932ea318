package io.lull.agent.core.owner;

import org.jspecify.annotations.Nullable;

/**
 * A worker on this node, as the owner's rules see it.
 *
 * @param user whose job it belongs to
 * @param ghost it has no data yet and is not told to take any: it goes first
 * @param motion as last ordered
 * @param hold null: it may use all that is idle
 * @param asked it takes part in a change or a checkpoint, or was asked for its data
 * @param leave null: it may stay
 */
record GuestState(
    String user,
    boolean ghost,
    Phase phase,
    Motion motion,
    @Nullable Hold hold,
    boolean asked,
    @Nullable Leave leave) {
  enum Phase {
    CLAIMED,
    STARTED,
    /** A ghost that is ready. */
    WAITING,
    READY
  }

  /**
   * How much of the machine a guest may use.
   *
   * @param cores {@link Double#POSITIVE_INFINITY}: all that is idle
   */
  record Motion(boolean frozen, double cores) {
    static final Motion FREE = new Motion(false, Double.POSITIVE_INFINITY);

    static Motion held(double cores) {
      return new Motion(false, cores);
    }

    Motion freeze() {
      return new Motion(true, cores);
    }
  }

  /**
   * The guest is held because of its owner.
   *
   * @param causeNanos when the owner's event occurred
   * @param confirmed no thread of it runs beyond what the owner allows
   */
  record Hold(long causeNanos, boolean confirmed) {}

  /**
   * The guest must leave.
   *
   * @param freezeNanos it is frozen from then on unless it is asked for its data
   * @param why a clause for people, as in "because you used the keyboard"
   * @param owner whether it leaves because of its owner
   * @param killed it is being ended by force
   */
  record Leave(
      long causeNanos,
      long freezeNanos,
      long deadlineNanos,
      String why,
      boolean owner,
      boolean killed) {
    static Leave atOnce(long causeNanos, long nowNanos, String why, boolean owner) {
      return new Leave(causeNanos, nowNanos, nowNanos, why, owner, true);
    }

    Leave kill() {
      return new Leave(causeNanos, freezeNanos, deadlineNanos, why, owner, true);
    }
  }

  static GuestState claimed(String user, boolean ghost) {
    return new GuestState(user, ghost, Phase.CLAIMED, Motion.FREE, null, false, null);
  }

  boolean started() {
    return phase != Phase.CLAIMED;
  }

  boolean frozen() {
    return motion.frozen();
  }

  GuestState in(Phase next) {
    final Phase reached = next == Phase.READY && ghost ? Phase.WAITING : next;
    return new GuestState(
        user, ghost, reached.compareTo(phase) > 0 ? reached : phase, motion, hold, asked, leave);
  }

  /** It is told to take data: from now on it is a worker like any other. */
  GuestState woken() {
    return ghost
        ? new GuestState(
            user, false, phase == Phase.WAITING ? Phase.READY : phase, motion, hold, asked, leave)
        : this;
  }

  /**
   * Changes the motion because of an event at that time. A ghost that waits is held because it has
   * nothing to compute.
   */
  GuestState moving(Motion now, long causeNanos) {
    final boolean free = now.equals(Motion.FREE) || (phase == Phase.WAITING && !now.frozen());
    return new GuestState(
        user,
        ghost,
        phase,
        now,
        free ? null : hold == null ? new Hold(causeNanos, false) : hold,
        asked,
        leave);
  }

  GuestState confirmed() {
    return hold == null
        ? this
        : new GuestState(user, ghost, phase, motion, new Hold(hold.causeNanos, true), asked, leave);
  }

  /** The last order of a change ends the change, but not a leave. */
  GuestState handOver(boolean last) {
    return new GuestState(user, ghost, phase, motion, hold, leave != null || !last, leave);
  }

  GuestState leaving(Leave now) {
    return new GuestState(user, ghost, phase, motion, hold, asked, now);
  }
}
