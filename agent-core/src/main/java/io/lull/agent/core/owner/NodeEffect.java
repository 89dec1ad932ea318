package io.lull.agent.core.owner;

/** What is to be done about it, in this order. */
public sealed interface NodeEffect {
  /**
   * At once to the lowest priority and a small share.
   *
   * @param cores a share of one core
   */
  record HoldGuest(String worker, double cores) implements NodeEffect {}

  /** It may use what is idle again. */
  record ReleaseGuest(String worker) implements NodeEffect {}

  record SuspendGuest(String worker) implements NodeEffect {}

  /** It goes on after having been suspended, held if it was held. */
  record ResumeGuest(String worker) implements NodeEffect {}

  record KillGuest(String worker, String reason) implements NodeEffect {}

  /** The machine is its owner's again; guests have until the deadline. */
  record ReportReclaimed(String reason, long deadlineEpochMillis) implements NodeEffect {}

  /**
   * @param millis from the owner's event to the guest's memory being free
   */
  record ReportVacated(String worker, double millis, boolean killed) implements NodeEffect {}
}
