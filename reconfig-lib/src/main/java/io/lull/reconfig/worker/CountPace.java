package io.lull.reconfig.worker;

/**
 * How long each of a program's iterations, or safe points, takes. Measured within a configuration:
 * what passes between two of them, or before the first, is not the program's. One thread.
 */
final class CountPace {
  private static final double NANOS_PER_SECOND = 1e9;

  /** What took so long was not slow for its uncompiled code. */
  private static final double LONG_SECONDS = 5;

  private final int least;
  private long epoch = -1;
  private long fromCount;
  private long fromNanos;
  private boolean measured;

  /**
   * @param least so many are measured together before a configuration's first figure, for the first
   *     ones run uncompiled code; fewer where they take long
   */
  CountPace(int least) {
    this.least = least;
  }

  /**
   * @param presentEpoch of the configuration; another one begins anew
   * @param count so many are over
   * @return seconds of each since the last figure; 0: not known
   */
  double secondsEach(long presentEpoch, long count, long nanos) {
    if (presentEpoch != epoch || count < fromCount) {
      epoch = presentEpoch;
      measured = false;
      mark(count, nanos);
      return 0;
    }
    final long more = count - fromCount;
    final double seconds = (nanos - fromNanos) / NANOS_PER_SECOND;
    if (more == 0 || (!measured && more < least && seconds < LONG_SECONDS)) {
      return 0;
    }
    measured = true;
    mark(count, nanos);
    return seconds / more;
  }

  private void mark(long count, long nanos) {
    fromCount = count;
    fromNanos = nanos;
  }
}
