package io.lull.agent.core.owner;

/** An action that a step requires; actions are done in order. */
public sealed interface NodeEffect {
  /**
   * Hold the guest at once: the lowest priority and a small share.
   *
   * @param cores a share of one core
   */
  record HoldGuest(String worker, double cores) implements NodeEffect {}

  /** The guest may use what is idle again. */
  record ReleaseGuest(String worker) implements NodeEffect {}

  record SuspendGuest(String worker) implements NodeEffect {}

  /** The suspended guest runs again, held if it was held. */
  record ResumeGuest(String worker) implements NodeEffect {}

  record KillGuest(String worker, String reason) implements NodeEffect {}

  /** The owner has reclaimed the machine; guests have until the deadline. */
  record ReportReclaimed(String reason, long deadlineEpochMillis) implements NodeEffect {}

  /**
   * A guest has left.
   *
   * @param millis from the owner's event to the guest's memory being free
   */
  record ReportVacated(String worker, double millis, boolean killed) implements NodeEffect {}
}
