package io.lull.reconfig.collective;

import io.lull.protocol.time.Clock;
import java.util.function.LongSupplier;

/**
 * How a program's thread spends its time in one configuration. It computes, it waits for other
 * workers or for its own pace, or it stands still for a change or a checkpoint, which is not
 * counted. So a slow worker can be told from one that waits for it.
 *
 * <p>The program's thread counts; any thread may read what was counted up to its last safe point.
 */
public final class ComputingTime {
  /**
   * What was counted from the beginning of a configuration to a safe point in it.
   *
   * @param epoch of the configuration; 0: there was none yet
   * @param safePoints reached in it
   */
  public record Spent(long epoch, long safePoints, long computingNanos, long waitingNanos) {
    static final Spent NOTHING = new Spent(0, 0, 0, 0);
  }

  private enum Activity {
    COMPUTING,
    WAITING,
    STANDING
  }

  private final Clock clock;
  private final LongSupplier sleptNanos;

  // The program's thread's.
  private Activity activity = Activity.STANDING;
  private long sinceNanos;
  private long sleptBeforeNanos;
  private long computingNanos;
  private long waitingNanos;

  // Under the lock: up to the last safe point.
  private long epoch;
  private long safePoints;
  private long computedNanos;
  private long waitedNanos;

  /** Of a thread whose time nobody asks for. */
  static ComputingTime uncounted() {
    return new ComputingTime(
        new Clock() {
          @Override
          public long epochMillis() {
            return 0;
          }

          @Override
          public long nanos() {
            return 0;
          }
        },
        () -> 0);
  }

  /**
   * @param sleptNanos how long the thread has slept on purpose: it waited for its own pace
   */
  public ComputingTime(Clock clock, LongSupplier sleptNanos) {
    this.clock = clock;
    this.sleptNanos = sleptNanos;
    this.sinceNanos = clock.nanos();
    this.sleptBeforeNanos = sleptNanos.getAsLong();
  }

  /** A configuration is in force, and nothing is counted in it yet. */
  public void begin(long inEpoch) {
    change(Activity.STANDING);
    computingNanos = 0;
    waitingNanos = 0;
    synchronized (this) {
      epoch = inEpoch;
      safePoints = 0;
      computedNanos = 0;
      waitedNanos = 0;
    }
  }

  /** The program computes from now on. */
  public void compute() {
    change(Activity.COMPUTING);
  }

  /** The program stands still from now on. */
  public void stand() {
    change(Activity.STANDING);
  }

  /** The program has come to a safe point, and stands still there. */
  public void reachSafePoint() {
    stand();
    synchronized (this) {
      safePoints++;
      computedNanos = computingNanos;
      waitedNanos = waitingNanos;
    }
  }

  /** A program that computes begins to wait for another worker. */
  void beginWaiting() {
    if (activity == Activity.COMPUTING) {
      change(Activity.WAITING);
    }
  }

  /** What it waited for is there. */
  void endWaiting() {
    if (activity == Activity.WAITING) {
      change(Activity.COMPUTING);
    }
  }

  /** Up to the last safe point; any thread. */
  public synchronized Spent spent() {
    return epoch == 0 ? Spent.NOTHING : new Spent(epoch, safePoints, computedNanos, waitedNanos);
  }

  private void change(Activity next) {
    final long now = clock.nanos();
    final long slept = sleptNanos.getAsLong();
    switch (activity) {
      case COMPUTING -> {
        computingNanos += now - sinceNanos - (slept - sleptBeforeNanos);
        waitingNanos += slept - sleptBeforeNanos;
      }
      case WAITING -> waitingNanos += now - sinceNanos;
      case STANDING -> {}
    }
    sinceNanos = now;
    sleptBeforeNanos = slept;
    activity = next;
  }
}
