package io.lull.platform.input;

/** What a source, while it works, sees all input of. */
public sealed interface Coverage {
  /** Whatever sessions there are: somebody who knows has chosen this source. */
  record Everything() implements Coverage {}

  /** The keyboards and mice that are plugged in: every session at a seat of this machine. */
  record Seats() implements Coverage {}

  /** Text consoles and remote terminals. */
  record Terminals() implements Coverage {}

  /**
   * One session.
   *
   * @param id as the system's list of sessions has it; empty where there is no such list
   */
  record Session(String id) implements Coverage {}

  /** It sees no input, but which sessions there are: those that no source covers are unseen. */
  record SessionList() implements Coverage {}
}
