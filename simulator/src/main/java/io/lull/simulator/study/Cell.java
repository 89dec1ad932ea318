package io.lull.simulator.study;

/**
 * One cell of a figure: the mean, over jobs and days, of a job's response time by its time on a
 * dedicated cluster, under each policy.
 *
 * @param figure of the study: 3 or 4
 * @param processors each job's
 * @param resizeMillis the cost of a change of a job's number of machines
 * @param ownCost the same as dynamic, at the cost of a change that was measured on a grid of today
 * @param censored jobs, of all policies, that had not ended when the trace did; they count with the
 *     time up to then
 */
public record Cell(
    int figure,
    Experiment experiment,
    int totalDemand,
    int processors,
    long resizeMillis,
    Estimate fixed,
    Estimate dynamic,
    Estimate costAware,
    Estimate ownCost,
    int censored) {
  public int jobs() {
    return totalDemand / processors;
  }
}
