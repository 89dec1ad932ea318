package io.lull.reconfig.state;

import java.util.Optional;

/**
 * Moves single units of a state, such as one task of many, from one member to another while all
 * others compute on. Only two workers take part in a move: the sender owns the unit until it
 * commits, the receiver from then on. Any thread.
 */
public interface UnitTransfers {
  /** Of a worker that is alone: nothing can be sent. */
  UnitTransfers NONE =
      new UnitTransfers() {
        @Override
        public boolean send(Unit unit, String to) {
          return false;
        }

        @Override
        public void receiver(UnitReceiver receiver) {
          // Nobody sends any.
        }
      };

  /** What has become of a unit that was sent. */
  enum Outcome {
    /** It is the receiver's. Where the two lose each other now, the job returns to what is kept. */
    MOVED,
    /** The receiver would not have it, or pauses for a change: it is still here. */
    REFUSED,
    /** The two lost each other, or it could not be read: it is still here. */
    ABORTED
  }

  /** A unit that is to go. Neither method may wait for another worker, or send. */
  interface Unit {
    /** Unique among all units. */
    String name();

    /**
     * It may go: from now on until {@link #ended} it is not with this worker, and does not change.
     * The calling thread; while this is called no safe point is voted for, so that a unit is either
     * kept with this worker or under way.
     *
     * @return its content, closed when it has been read, or will not be; empty: it is not here
     */
    Optional<TransferReader> freeze();

    /** So many bytes of state its content has at most; asked once it is frozen. */
    long bytes();

    /** What has become of it; once, if it was frozen. Any thread. */
    void ended(Outcome outcome);
  }

  /**
   * Begins to send a unit.
   *
   * @param to a member of the present configuration
   * @return false when it cannot go now, and was not frozen: it is not here, there is no such
   *     member, a change is about to come, or too many are under way
   */
  boolean send(Unit unit, String to);

  /** Who takes units on this worker; set before the first configuration is entered. */
  void receiver(UnitReceiver receiver);
}
