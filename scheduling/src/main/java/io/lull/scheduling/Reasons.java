package io.lull.scheduling;

/** Why a job has what it has, in a sentence. */
final class Reasons {
  private Reasons() {}

  /**
   * @param most what it may have at present
   * @param limit that its user has reached, in a clause; empty: none
   */
  static String share(JobDemand job, int nodes, int most, String limit) {
    final String count = nodes == 1 ? "1 node" : nodes + " nodes";
    if (job.share().settled() > 0) {
      return count + ", the number it started with, which stays fixed because it is moldable";
    }
    if (nodes < most) {
      return count
          + " of up to "
          + most
          + ": "
          + (limit.isEmpty() ? "its share of the idle nodes" : limit)
          + (job.share().unsettled() ? ", which stays fixed because it is moldable" : "");
    }
    if (most < job.share().most()) {
      return count + ", as before: it has just been changed";
    }
    return job.share().wanted() == 0
        ? count + ", as many as it can use"
        : count + ", as many as an operator requested";
  }

  /**
   * @param had how many nodes were left for it at its turn
   * @param kept whether nodes are kept for a job that has waited too long
   */
  static String waiting(ClusterSnapshot snapshot, JobDemand job, int had, boolean kept) {
    final int least = job.share().fewest();
    final int missing = least - had;
    final long fitting = snapshot.nodes().stream().filter(node -> job.fits(node)).count();
    final String needs =
        "waits for "
            + missing
            + (had == 0 ? "" : " more")
            + (missing == 1 ? " idle node: " : " idle nodes: ")
            + had
            + " of "
            + least
            + " available";
    if (fitting >= least) {
      return kept ? needs + ", because some are reserved for a job that has waited long" : needs;
    }
    if (fitting == snapshot.nodes().size()) {
      return needs + "; the grid has only " + fitting + " in all";
    }
    return needs
        + "; only "
        + fitting
        + " of the grid's "
        + snapshot.nodes().size()
        + " nodes meet its requirements";
  }
}
