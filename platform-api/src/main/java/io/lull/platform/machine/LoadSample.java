package io.lull.platform.machine;

/**
 * Processor time used since some fixed time, in seconds of one core.
 *
 * @param nanos when it was read
 * @param cores of the machine
 * @param busySeconds by all programs
 * @param guestSeconds by guests, including those that have ended
 * @param agentSeconds by the agent's own process
 */
public record LoadSample(
    long nanos, int cores, double busySeconds, double guestSeconds, double agentSeconds) {

  /** Shares of all cores, 0 to 1, between an earlier sample and this one; 0 for no time. */
  public LoadShares since(LoadSample earlier) {
    final double available = (nanos - earlier.nanos) / 1e9 * cores;
    if (available <= 0) {
      return new LoadShares(0, 0);
    }
    final double guest = Math.max(0, guestSeconds - earlier.guestSeconds);
    final double agent = Math.max(0, agentSeconds - earlier.agentSeconds);
    final double owner = busySeconds - earlier.busySeconds - guest - agent;
    return new LoadShares(share(owner, available), share(guest, available));
  }

  private static double share(double seconds, double available) {
    return Math.clamp(seconds / available, 0.0, 1.0);
  }
}
