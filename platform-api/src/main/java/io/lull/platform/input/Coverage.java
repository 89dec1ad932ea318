package io.lull.platform.input;

/** Of which input a working source sees everything. */
public sealed interface Coverage {
  /** All sessions: somebody with knowledge of the machine has chosen this source. */
  record Everything() implements Coverage {}

  /** The attached keyboards and mice: every session at a seat of this machine. */
  record Seats() implements Coverage {}

  /** Text consoles and remote terminals. */
  record Terminals() implements Coverage {}

  /**
   * One session.
   *
   * @param id in the system's list of sessions; empty if there is no such list
   */
  record Session(String id) implements Coverage {}

  /** No input, but the list of sessions: those that no other source covers are unobserved. */
  record SessionList() implements Coverage {}
}
