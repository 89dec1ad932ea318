package io.lull.agent.core.owner;

/**
 * Records for the owner what happened to guests. Called on the watch's thread, after the fact:
 * every method is quick.
 */
public interface GuestRecorder {
  /** Records nothing. */
  GuestRecorder NONE =
      new GuestRecorder() {
        @Override
        public void used(String use, long epochMillis) {}

        @Override
        public void ran(double seconds, double guestCpu) {}

        @Override
        public void served(String worker) {}

        @Override
        public void reclaimed(String worker, Return why) {}

        @Override
        public void held(String worker, double millis) {}

        @Override
        public void vacated(String worker, double millis, boolean killed) {}

        @Override
        public void incident(String worker, String what) {}
      };

  /**
   * Why a guest had to leave.
   *
   * @param why a clause, as in "because you used the keyboard"
   * @param source of the input; empty: no input
   * @param kind as reported to the owner's programs; empty: another cause
   */
  record Return(long atEpochMillis, String why, String source, String kind) {}

  /**
   * The computer's use from now on; called repeatedly while it lasts.
   *
   * @param use {@code owner}, {@code idle} or {@code guest}
   */
  void used(String use, long epochMillis);

  /**
   * At least one guest ran for this long.
   *
   * @param guestCpu the share of all cores that guests used meanwhile
   */
  void ran(double seconds, double guestCpu);

  /** The worker began to compute. */
  void served(String worker);

  void reclaimed(String worker, Return why);

  /**
   * The guests are within what the owner allows.
   *
   * @param millis since the event that made them leave
   */
  void held(String worker, double millis);

  /**
   * A guest has left.
   *
   * @param millis from the event that made it leave to its memory being free
   */
  void vacated(String worker, double millis, boolean killed);

  /**
   * A worker had not left in time.
   *
   * @param what a clause, as in "worker J1-w1 ..."
   */
  void incident(String worker, String what);
}
