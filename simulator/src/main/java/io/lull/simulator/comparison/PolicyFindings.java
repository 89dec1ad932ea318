package io.lull.simulator.comparison;

import io.lull.simulator.sharing.JobChanges;

/**
 * What came of a policy.
 *
 * @param jobs that were submitted
 * @param censored those of them that had not ended when the trace did; they count with the time up
 *     to then
 * @param responseRatio response time by the time on a dedicated cluster: mean
 * @param waitSeconds from submission until a job first has machines: mean
 * @param slowdown as the ratio, of jobs of less than 10 s as if they took 10 s
 * @param utilisation the part of the offered machines' time in which jobs worked to some purpose
 */
public record PolicyFindings(
    Contender contender,
    int jobs,
    int censored,
    double responseRatio,
    double waitSeconds,
    Slowdown slowdown,
    double utilisation,
    NodeSeconds nodeSeconds,
    JobChanges changes) {

  /**
   * Of bounded slowdowns.
   *
   * @param percentile5 one in twenty is less
   * @param percentile95 one in twenty is more
   */
  public record Slowdown(
      double mean,
      double percentile5,
      double lowerQuartile,
      double median,
      double upperQuartile,
      double percentile95) {}

  /**
   * Where the machines' time went, in seconds of one machine.
   *
   * @param useful jobs worked
   * @param lost jobs worked, and lost it
   * @param overhead jobs had machines and stood still
   * @param idle machines were offered, and no job had them
   * @param owner their owners were there, or had left too short a time ago
   * @param offline nothing was heard of them
   */
  public record NodeSeconds(
      double useful, double lost, double overhead, double idle, double owner, double offline) {}
}
