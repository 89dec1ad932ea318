package io.lull.scheduling;

import java.util.Set;

/**
 * A job while a plan is made.
 *
 * @param kept nodes that it has, or is to have by an operator's wish, and may keep
 * @param group of the jobs that can use the same nodes
 */
record Claimant(JobDemand job, Set<String> kept, int group) {

  int least() {
    return job.share().fewest();
  }

  int most() {
    return job.share().most();
  }
}
