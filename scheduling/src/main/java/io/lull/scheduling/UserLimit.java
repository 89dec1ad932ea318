package io.lull.scheduling;

/**
 * What one user may have at a time.
 *
 * @param nodes of all jobs together; 0 for any number
 * @param jobs that have nodes; 0 for any number
 */
public record UserLimit(int nodes, int jobs) {
  public static final UserLimit NONE = new UserLimit(0, 0);

  public UserLimit {
    if (nodes < 0 || jobs < 0) {
      throw new IllegalArgumentException("not a limit: " + nodes + " nodes and " + jobs + " jobs");
    }
  }

  boolean admitsNodes(int number) {
    return nodes == 0 || number <= nodes;
  }

  boolean admitsJobs(int number) {
    return jobs == 0 || number <= jobs;
  }

  /** As in "may have at most ... at a time"; empty where there is no limit. */
  String words() {
    final String ofNodes = nodes == 0 ? "" : nodes == 1 ? "1 node" : nodes + " nodes";
    final String ofJobs = jobs == 0 ? "" : jobs == 1 ? "1 running job" : jobs + " running jobs";
    return ofNodes.isEmpty() || ofJobs.isEmpty() ? ofNodes + ofJobs : ofNodes + " and " + ofJobs;
  }
}
