package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.Job;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.adapt.ChangeCosts;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * The inputs of sharing other than nodes and jobs.
 *
 * @param usageNodeSeconds what each user has had lately
 * @param likelyIdleMillis for how long each node's owner is likely to stay away, as far as that is
 *     known
 * @param costs of changes on this grid
 */
public record SharingInputs(
    SharingTerms terms,
    Map<String, Double> usageNodeSeconds,
    Map<String, Long> likelyIdleMillis,
    ChangeCosts costs) {
  public static final SharingInputs EVEN =
      new SharingInputs(SharingTerms.DEFAULT, Map.of(), Map.of(), ChangeCosts.ASSUMED);

  /**
   * Milliseconds for which a change without new workers is expected to stop a job, by the part of
   * its data that moves.
   */
  public DoubleUnaryOperator stopOf(Job job) {
    return part -> JobSituation.costs(job, costs).downtime(JobSituation.bytes(job) * part).mean();
  }

  public SharingInputs {
    usageNodeSeconds = Map.copyOf(usageNodeSeconds);
    likelyIdleMillis = Map.copyOf(likelyIdleMillis);
  }
}
