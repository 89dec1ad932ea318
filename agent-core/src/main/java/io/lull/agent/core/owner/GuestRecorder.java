package io.lull.agent.core.owner;

/**
 * Writes down for the owner what became of guests. Called on the watch's thread, after what it
 * tells of was done: every method is quick.
 */
public interface GuestRecorder {
  /** Keeps nothing. */
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
   * @param source that told; empty: none of input
   * @param kind as the owner's programs are told; empty: another cause
   */
  record Return(long atEpochMillis, String why, String source, String kind) {}

  /**
   * What the computer is used for from then on; told again and again while it is.
   *
   * @param use {@code owner}, {@code idle} or {@code guest}
   */
  void used(String use, long epochMillis);

  /**
   * At least one guest ran for so long.
   *
   * @param guestCpu the share of all cores that guests took meanwhile
   */
  void ran(double seconds, double guestCpu);

  /** This worker got as far as computing. */
  void served(String worker);

  void reclaimed(String worker, Return why);

  /**
   * Nothing of it runs beyond what the owner allows.
   *
   * @param millis since what made it leave
   */
  void held(String worker, double millis);

  /**
   * @param millis from what made it leave to its memory being free
   */
  void vacated(String worker, double millis, boolean killed);

  /**
   * A worker was not out of the way when it had to be.
   *
   * @param what a clause, as in "worker J1-w1 ..."
   */
  void incident(String worker, String what);
}
