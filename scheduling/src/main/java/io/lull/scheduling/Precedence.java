package io.lull.scheduling;

import java.util.Comparator;
import java.util.List;

/**
 * Orders jobs by precedence for their minimum number of nodes.
 *
 * <p>Greater priorities come first. Among equals a job that has nodes keeps them for a slice of
 * time; then a job that has waited too long comes before it, so that no job starves. The rest of
 * those who wait come by what their users have had lately, then as they were submitted. Each change
 * of hands lasts for a slice at least, so that jobs do not flap.
 */
final class Precedence {
  /** Earlier ones come before later ones. */
  enum Standing {
    /** It has had nodes for less than a slice. */
    PROTECTED,
    /** It has waited for longer than anybody should. */
    OVERDUE,
    /** It has had its slice. */
    RUNNING,
    WAITING
  }

  private final long nowMillis;
  private final SharingTerms terms;
  private final UserShares users;

  Precedence(ClusterSnapshot snapshot, UserShares users) {
    this.nowMillis = snapshot.nowMillis();
    this.terms = snapshot.terms();
    this.users = users;
  }

  List<JobDemand> order(List<JobDemand> jobs) {
    return jobs.stream()
        .sorted(
            Comparator.comparingInt((JobDemand job) -> -job.turn().priority())
                .thenComparing(this::standing)
                .thenComparingLong(
                    job -> standing(job) == Standing.OVERDUE ? job.turn().sinceMillis() : 0)
                .thenComparingDouble(job -> -users.weight(job.turn().user()))
                .thenComparingLong(job -> job.turn().number())
                .thenComparing(JobDemand::id))
        .toList();
  }

  Standing standing(JobDemand job) {
    return standing(job.running(), nowMillis - job.turn().sinceMillis(), terms);
  }

  /**
   * @param millis for which it has had nodes, or has waited
   */
  static Standing standing(boolean running, long millis, SharingTerms terms) {
    if (running) {
      return millis < terms.slice().toMillis() ? Standing.PROTECTED : Standing.RUNNING;
    }
    return millis >= terms.patience().toMillis() ? Standing.OVERDUE : Standing.WAITING;
  }

  /** Whether its nodes changed so recently that they are left as they are. */
  boolean coolsDown(JobDemand job) {
    return job.running() && nowMillis - job.turn().changedMillis() < terms.coolDown().toMillis();
  }
}
