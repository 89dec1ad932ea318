package io.lull.scheduling.adapt;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A change that was considered, and what was expected of it.
 *
 * @param nodes that join, or for a removal those that leave
 * @param leadMillis until it is in force, the job computing meanwhile
 * @param downtime for how long the job does not compute
 * @param benefit empty: not known, because the job's end is not
 */
public record Candidate(
    ChangeMethod method,
    List<String> nodes,
    double leadMillis,
    Downtime downtime,
    Optional<Benefit> benefit) {
  private static final double MILLIS_PER_SECOND = 1e3;

  /**
   * How long all of a job stands still, in milliseconds.
   *
   * @param median as likely to be exceeded as not
   * @param low exceeded in 9 of 10 cases
   * @param high exceeded in 1 of 10 cases
   */
  public record Downtime(double median, double low, double high) {
    /** As far as it is known. */
    public static Downtime of(TimeEstimate estimate) {
      return new Downtime(
          estimate.median(),
          estimate.quantile(-TimeEstimate.NINE_OF_TEN),
          estimate.quantile(TimeEstimate.NINE_OF_TEN));
    }
  }

  /**
   * How much sooner the job ends, in milliseconds, all costs taken off. Below 0: later.
   *
   * @param expected its mean
   * @param low exceeded in 9 of 10 cases
   * @param high exceeded in 1 of 10 cases
   */
  public record Benefit(double expected, double low, double high) {
    /** Half of the range in which 8 of 10 cases lie. */
    double halfRange() {
      return (high - low) / 2;
    }
  }

  public Candidate {
    nodes = List.copyOf(nodes);
  }

  /** For how long the job most likely does not compute. */
  public double downtimeMillis() {
    return downtime.median();
  }

  /** What it would bring and take, as the end of a sentence: "would save 4 s ± 9 and take 7 s". */
  String prospect() {
    final String cost =
        String.format(
            Locale.ROOT,
            "%.1f s until then and a stop of %s",
            leadMillis / MILLIS_PER_SECOND,
            stop());
    return benefit
        .map(gain ->
            String.format(
                Locale.ROOT,
                gain.expected() < 0
                    ? "would cost %.1f s ± %.1f in all, with %s"
                    : "would save %.1f s ± %.1f in all, after %s",
                Math.abs(gain.expected()) / MILLIS_PER_SECOND,
                gain.halfRange() / MILLIS_PER_SECOND,
                cost))
        .orElse("takes " + cost);
  }

  /** Whether its benefit was expected to be positive, all the same. */
  boolean promises() {
    return benefit.filter(gain -> gain.expected() > 0).isPresent();
  }

  private String stop() {
    return downtimeMillis() < MILLIS_PER_SECOND
        ? String.format(Locale.ROOT, "%.0f ms", downtimeMillis())
        : String.format(Locale.ROOT, "%.1f s", downtimeMillis() / MILLIS_PER_SECOND);
  }
}
