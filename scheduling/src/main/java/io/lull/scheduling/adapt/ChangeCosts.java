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
 * @param perMebibyte milliseconds of standing still for each mebibyte that changes owner
 */
public record ChangeCosts(
    TimeEstimate lead,
    TimeEstimate wake,
    TimeEstimate agree,
    TimeEstimate fixed,
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
          TimeEstimate.about(10, 5));

  private static final double MEBIBYTE = 1 << 20;

  /** What these changes have shown, the more of them the surer. */
  public ChangeCosts refined(List<ObservedChange> changes) {
    return new ChangeCosts(
        lead.refined(leads(changes, First.START)),
        wake.refined(leads(changes, First.WAKE)),
        agree.refined(leads(changes, First.NOTHING)),
        fixed.refined(changes.stream().map(ObservedChange::fixedMillis).toList()),
        perMebibyte.refined(changes.stream().map(ObservedChange::millisPerMebibyte).toList()));
  }

  private static List<Double> leads(List<ObservedChange> changes, First first) {
    return changes.stream().map(change -> change.leadMillis(first)).toList();
  }

  /** Where all that join are ghosts. */
  public ChangeCosts waking() {
    return new ChangeCosts(wake, wake, agree, fixed, perMebibyte);
  }

  /**
   * For how long a job does not compute, in milliseconds.
   *
   * @param bytes that change owner
   */
  public TimeEstimate downtime(double bytes) {
    final double moving = perMebibyte.mean() * bytes / MEBIBYTE;
    final double mean = fixed.mean() + moving;
    final double spread = Math.hypot(fixed.spread(), perMebibyte.spread() * bytes / MEBIBYTE);
    // The log-normal distribution of the same mean and spread.
    final double square = Math.log1p(spread * spread / (mean * mean));
    return new TimeEstimate(mean * Math.exp(-square / 2), Math.sqrt(square));
  }
}
