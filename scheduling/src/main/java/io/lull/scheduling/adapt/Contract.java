package io.lull.scheduling.adapt;

/**
 * What a job is to take from one safe point to the next on the nodes that it has, and how far what
 * it takes may be from that: the performance contract of S. Vadhiyar and J. Dongarra (<i>Self
 * Adaptivity in Grid Computing</i>, 2005). It is broken when both the newest measurement and the
 * mean are beyond the tolerance; asked for a change in vain, it tolerates more; when the job is
 * faster, less. Where theirs has fixed limits, the tolerance follows from how much the measurements
 * scatter, a cumulative sum (E. Page, <i>Continuous Inspection Schemes</i>, Biometrika 1954) finds
 * what is much slower at once and what grows slowly, and what was tolerated in vain is forgotten.
 *
 * <p>All but the promise and times are natural logarithms of ratios: 0 is as promised, more is
 * slower.
 *
 * @param promisedSeconds from one safe point to the next; 0: nothing is promised
 * @param confirmed it was measured; otherwise it was predicted
 * @param newest of the last measurement
 * @param mean of the last minute or so
 * @param noise the standard deviation of one measurement, as far as it is chance
 * @param drift the cumulative sum
 * @param granted what was tolerated beyond that because a change did not pay; it halves in ten
 *     minutes
 * @param atMillis when it was measured last, in epoch milliseconds; 0: not yet
 */
public record Contract(
    double promisedSeconds,
    boolean confirmed,
    double newest,
    double mean,
    double noise,
    double drift,
    double granted,
    long atMillis) {
  public static final Contract NONE = new Contract(0, false, 0, 0, 0, 0, 0, 0);

  /** Less is never a reason. */
  private static final double LEAST_TOLERANCE = Math.log(1.1);

  /** So far a predicted promise may be corrected by what is measured first. */
  private static final double LARGEST_CORRECTION = Math.log(1.25);

  private static final double DEVIATIONS = 3;
  private static final double MEMORY_MILLIS = 60_000;
  private static final double HALF_LIFE_MILLIS = 600_000;

  /** No measurement of a running system scatters less. */
  private static final double LEAST_NOISE = 0.02;

  private static final double NOISE_WEIGHT = 0.05;

  /** In deviations: measurements that differ by more are not scatter, but another load. */
  private static final double FARTHEST = 10;

  /** Makes the standard deviation of a mean difference of two, for normal noise. */
  private static final double OF_DIFFERENCE = Math.sqrt(Math.PI) / 2;

  /** What each measurement may be above the promise without that the sum grows. */
  private static final double SLACK = Math.log(1.05);

  /**
   * In deviations. With a slack of half of one, chance comes so far once in some 100,000
   * measurements (D. Siegmund, <i>Sequential Analysis</i>, 1985), were the noise known exactly.
   */
  private static final double ALARM = 10;

  private static final double MOST_OF_ALARM = 0.75;

  /** A new configuration: a prediction from the promise before, if there was one. */
  public Contract scaled(double factor) {
    return promisedSeconds <= 0 || !(factor > 0) || !Double.isFinite(factor)
        ? NONE
        : new Contract(promisedSeconds * factor, false, 0, 0, 0, 0, granted, 0);
  }

  /**
   * What it takes was measured for the first time in this configuration. A prediction is corrected
   * only so far: what is beyond has another cause, and is not to become the rule in silence.
   */
  public Contract confirmed(double seconds) {
    if (!(seconds > 0) || !Double.isFinite(seconds)) {
      return this;
    }
    final boolean corrected =
        promisedSeconds <= 0 || Math.log(seconds / promisedSeconds) <= LARGEST_CORRECTION;
    return new Contract(
        corrected ? seconds : promisedSeconds, true, 0, 0, LEAST_NOISE, 0, granted, 0);
  }

  /**
   * @param seconds from one safe point to the next, in the newest stretch of a few seconds
   */
  public Contract measured(double seconds, long nowMillis) {
    if (!confirmed || !(seconds > 0) || !Double.isFinite(seconds)) {
      return this;
    }
    final double x = Math.log(seconds / promisedSeconds);
    if (atMillis == 0) {
      return new Contract(promisedSeconds, true, x, x, noise, 0, granted, nowMillis);
    }
    final double passed = Math.max(0, nowMillis - atMillis);
    final double weight = -Math.expm1(-passed / MEMORY_MILLIS);
    final double next = mean + weight * (x - mean);
    final double scatter =
        Math.max(
            LEAST_NOISE,
            noise
                + NOISE_WEIGHT
                    * (Math.min(Math.abs(x - newest), FARTHEST * noise) * OF_DIFFERENCE - noise));
    final Contract now =
        new Contract(
            promisedSeconds,
            true,
            x,
            next,
            scatter,
            risen(x),
            granted * Math.pow(0.5, passed / HALF_LIFE_MILLIS),
            nowMillis);
    return now.isKeptEasily() ? now.tightened() : now;
  }

  /** One measurement that is far off does not reach the alarm, two do. */
  private double risen(double x) {
    return granted > SLACK
        ? 0
        : Math.max(
            0, drift + Math.min(x - Math.max(SLACK, noise / 2), MOST_OF_ALARM * ALARM * noise));
  }

  private boolean isKeptEasily() {
    return newest < -tolerance() && mean < -tolerance();
  }

  /** It is as fast as that: what is promised is so much less. */
  private Contract tightened() {
    return new Contract(
        promisedSeconds * Math.exp(mean), true, newest - mean, 0, noise, 0, 0, atMillis);
  }

  /** How far above the promise it may be. */
  public double tolerance() {
    return Math.max(LEAST_TOLERANCE, DEVIATIONS * noise) + granted;
  }

  /** Whether a change is to be looked for. */
  public boolean isBroken() {
    return confirmed && ((newest > tolerance() && mean > tolerance()) || drift > ALARM * noise);
  }

  /** A change was looked for, and none pays. */
  public Contract refused() {
    return new Contract(
        promisedSeconds,
        confirmed,
        newest,
        mean,
        noise,
        0,
        Math.max(granted, mean + 2 * noise),
        atMillis);
  }
}
