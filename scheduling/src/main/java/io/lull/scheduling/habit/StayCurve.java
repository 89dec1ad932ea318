package io.lull.scheduling.habit;

import java.time.Duration;

/**
 * How likely it is that an owner who is away stays away for at least so long: the survival function
 * of a rate of return that changes from hour to hour (a piecewise exponential model, Friedman
 * 1982). Immutable.
 */
public final class StayCurve {
  /** The owner is taken to stay away for as long as that is asked. */
  public static final StayCurve ALWAYS = new StayCurve(new double[0], new double[0]);

  /** When the hazards come to so much, it is as likely as not. */
  private static final double EVEN_ODDS = Math.log(2);

  /** When they come to so much, hardly anybody stays away for longer. */
  static final double HARDLY_ANYBODY = 5;

  private final double[] endsMillis;
  private final double[] perMilli;

  /**
   * @param endsMillis from now, ascending; the last rate does not end there
   * @param perMilli the rate of return until then
   */
  private StayCurve(double[] endsMillis, double[] perMilli) {
    this.endsMillis = endsMillis;
    this.perMilli = perMilli;
  }

  /**
   * @param endsMillis from now, ascending, where one rate ends and the next begins; the last one
   *     does not end
   * @param perMilli the rates of return, as many
   */
  public static StayCurve of(double[] endsMillis, double[] perMilli) {
    return new StayCurve(endsMillis.clone(), perMilli.clone());
  }

  /** A return is equally likely at any time. */
  public static StayCurve even(Duration median) {
    return new StayCurve(
        new double[] {Double.POSITIVE_INFINITY}, new double[] {EVEN_ODDS / median.toMillis()});
  }

  /** How likely it is that the owner is away for so long from now on. */
  public double survival(double millis) {
    double hazard = 0;
    double from = 0;
    for (int i = 0; i < endsMillis.length && from < millis; i++) {
      hazard += perMilli[i] * (Math.min(millis, end(i)) - from);
      from = end(i);
    }
    return Math.exp(-hazard);
  }

  /** For how much of so long the owner is expected to be away, in milliseconds. */
  public double expectedMillis(double millis) {
    if (endsMillis.length == 0) {
      return millis;
    }
    double survival = 1;
    double from = 0;
    double sum = 0;
    for (int i = 0; i < endsMillis.length && from < millis; i++) {
      final double step = Math.min(millis, end(i)) - from;
      final double hazard = perMilli[i] * step;
      sum += hazard > 0 ? survival * step * (-Math.expm1(-hazard) / hazard) : survival * step;
      survival *= Math.exp(-hazard);
      from = end(i);
    }
    return sum;
  }

  /** Until when it is as likely as not that the owner has come; {@code most} if that is later. */
  public Duration median(Duration most) {
    double hazard = 0;
    double from = 0;
    for (int i = 0; i < endsMillis.length; i++) {
      final double more = perMilli[i] * (end(i) - from);
      if (hazard + more >= EVEN_ODDS) {
        final double at = from + (EVEN_ODDS - hazard) / perMilli[i];
        return at < most.toMillis() ? Duration.ofMillis((long) at) : most;
      }
      hazard += more;
      from = end(i);
    }
    return most;
  }

  private double end(int i) {
    return i == endsMillis.length - 1 ? Double.POSITIVE_INFINITY : endsMillis[i];
  }
}
