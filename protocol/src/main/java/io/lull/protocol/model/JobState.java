package io.lull.protocol.model;

import java.util.Locale;

/** The states of a job. */
public enum JobState {
  /** Accepted; waits for nodes. */
  QUEUED,
  /** Its first workers are being started. */
  STARTING,
  /** Its workers compute. */
  RUNNING,
  /** It moves to another configuration. */
  RECONFIGURING,
  /** It lost workers and returns to its last generation. */
  RECOVERING,
  /** It has no nodes at present; its data is kept. */
  SUSPENDED,
  /** It came to its end; its outputs are kept. */
  FINISHED,
  /** It cannot be completed. */
  FAILED,
  /** Somebody ended it. */
  CANCELLED;

  public boolean ended() {
    return this == FINISHED || this == FAILED || this == CANCELLED;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException for a state this version does not know
   */
  public static JobState of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
