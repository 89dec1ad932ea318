package io.lull.scheduling.adapt;

import io.lull.scheduling.adapt.ObservedChange.First;
import java.util.List;

/**
 * What a change of a job's configuration takes: a part that is always the same and one for each
 * byte, the form of J. Weissman, <i>Predicting the Cost and Benefit of Adapting Data Parallel
 * Applications in Clusters</i>, JPDC 2002. His constants were measured once on one cluster; these
 * are learnt from changes while they happen.
 *
 * @param lead milliseconds from a decision until it is in force, the job computing meanwhile:
 *     mostly the start of processes
 * @param wake the same where a ghost waits: nothing has to start
 * @param agree the same where nobody joins: the workers only have to agree
 * @param fixed milliseconds for which the job stands still, beside its bytes
 * @param following the same where the data follows the change
 * @param perMebibyte milliseconds of standing still for each mebibyte that changes owner
 */
public record ChangeCosts(
    TimeEstimate lead,
    TimeEstimate wake,
    TimeEstimate agree,
    TimeEstimate fixed,
    TimeEstimate following,
    TimeEstimate perMebibyte) {
  /**
   * Before any change was seen: a process starts within seconds, a local network moves 100 MB a
   * second, and the first change of a job runs code that is not compiled.
   */
  public static final ChangeCosts ASSUMED =
      new ChangeCosts(
          TimeEstimate.about(3_000, 3),
          TimeEstimate.about(300, 10),
          TimeEstimate.about(500, 5),
          TimeEstimate.about(300, 10),
          TimeEstimate.about(300, 10),
          TimeEstimate.about(10, 5));

  /** Of how much more or less a change takes where the data follows it. */
  private static final double FOLLOWING_FACTOR = 3;

  private static final double MEBIBYTE = 1 << 20;

  /** Where the two kinds of change are not told apart. */
  public ChangeCosts(
      TimeEstimate lead,
      TimeEstimate wake,
      TimeEstimate agree,
      TimeEstimate fixed,
      TimeEstimate perMebibyte) {
    this(lead, wake, agree, fixed, fixed, perMebibyte);
  }

  /** What these changes have shown, the more of them the surer. */
  public ChangeCosts refined(List<ObservedChange> changes) {
    final TimeEstimate usual = fixed.refined(fixed(changes, false));
    final List<Double> followed = fixed(changes, true);
    return new ChangeCosts(
        lead.refined(leads(changes, First.START)),
        wake.refined(leads(changes, First.WAKE)),
        agree.refined(leads(changes, First.NOTHING)),
        usual,
        // One that nothing is known of is like the others.
        followed.isEmpty() && following.equals(fixed)
            ? usual
            : following.equals(fixed)
                ? TimeEstimate.about(usual.median(), FOLLOWING_FACTOR).refined(followed)
                : following.refined(followed),
        perMebibyte.refined(changes.stream().map(ObservedChange::millisPerMebibyte).toList()));
  }

  private static List<Double> fixed(List<ObservedChange> changes, boolean followed) {
    return changes.stream()
        .filter(change -> change.followed() == followed)
        .map(ObservedChange::fixedMillis)
        .toList();
  }

  private static List<Double> leads(List<ObservedChange> changes, First first) {
    return changes.stream().map(change -> change.leadMillis(first)).toList();
  }

  /** Where all that join are ghosts. */
  public ChangeCosts waking() {
    return new ChangeCosts(wake, wake, agree, fixed, following, perMebibyte);
  }

  /**
   * For how long a job does not compute, in milliseconds.
   *
   * @param bytes that change owner
   */
  public TimeEstimate downtime(double bytes) {
    return downtime(fixed, bytes);
  }

  /** The same where the data follows, while the job computes. */
  public TimeEstimate followedDowntime() {
    return downtime(following, 0);
  }

  private TimeEstimate downtime(TimeEstimate always, double bytes) {
    final double moving = perMebibyte.mean() * bytes / MEBIBYTE;
    final double mean = always.mean() + moving;
    final double spread = Math.hypot(always.spread(), perMebibyte.spread() * bytes / MEBIBYTE);
    // The log-normal distribution of the same mean and spread.
    final double square = Math.log1p(spread * spread / (mean * mean));
    return new TimeEstimate(mean * Math.exp(-square / 2), Math.sqrt(square));
  }
}
