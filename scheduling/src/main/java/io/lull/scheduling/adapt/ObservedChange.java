package io.lull.scheduling.adapt;

/**
 * A change of a job's configuration that took place.
 *
 * @param leadMillis from the decision until it was in force; 0: not known
 * @param woken those who joined were ghosts
 * @param downtimeMillis for how long the job did not compute
 * @param moveMillis of it, how long data moved
 * @param bytes that changed owner
 */
public record ObservedChange(
    double leadMillis, boolean woken, double downtimeMillis, double moveMillis, long bytes) {
  /** Fewer bytes say nothing of a rate. */
  private static final long LEAST_BYTES = 1 << 20;

  /** How long processes took to start; 0: none did. */
  double startMillis() {
    return woken ? 0 : leadMillis;
  }

  /** How long ghosts took to wake; 0: none did. */
  double wakeMillis() {
    return woken ? leadMillis : 0;
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
