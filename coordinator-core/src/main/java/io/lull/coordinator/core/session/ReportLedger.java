package io.lull.coordinator.core.session;

/**
 * The numbered reports of one incarnation of an agent: which were accepted, and which of these are
 * durable. Not safe for several threads.
 */
public final class ReportLedger {
  private final String incarnation;
  private long taken;
  private long durable;

  public ReportLedger(String incarnation) {
    this.incarnation = incarnation;
  }

  public String incarnation() {
    return incarnation;
  }

  /** False for one that was taken before: agents repeat what was not acknowledged. */
  public boolean take(long sequence) {
    if (sequence <= taken) {
      return false;
    }
    taken = sequence;
    return true;
  }

  /** All that was taken is durable now; true when that is news to the agent. */
  public boolean settle() {
    final boolean news = durable < taken;
    durable = taken;
    return news;
  }

  /** Every report up to this number may be forgotten by the agent. */
  public long acknowledged() {
    return durable;
  }
}
