package io.lull.coordinator.core.dispatch;

import io.lull.coordinator.core.job.Job;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.habit.StayCurve;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * The inputs of sharing other than nodes and jobs.
 *
 * @param usageNodeSeconds what each user has had lately
 * @param stays for how long each node's owner is likely to stay away, as far as that is known
 * @param costs of changes on this grid
 */
public record SharingInputs(
    SharingTerms terms,
    Map<String, Double> usageNodeSeconds,
    Map<String, StayCurve> stays,
    ChangeCosts costs) {
  public static final SharingInputs EVEN =
      new SharingInputs(SharingTerms.DEFAULT, Map.of(), Map.of(), ChangeCosts.ASSUMED);

  /** Of a node whose owner nothing is known of: for as long as it is needed. */
  StayCurve stay(String node) {
    return stays.getOrDefault(node, StayCurve.ALWAYS);
  }

  /**
   * Milliseconds for which a change without new workers is expected to stop a job, by the part of
   * its data that moves.
   */
  public DoubleUnaryOperator stopOf(Job job) {
    return part -> JobSituation.costs(job, costs).downtime(JobSituation.bytes(job) * part).mean();
  }

  public SharingInputs {
    usageNodeSeconds = Map.copyOf(usageNodeSeconds);
    stays = Map.copyOf(stays);
  }
}
