package io.lull.platform.guest;

import java.io.IOException;
import java.time.Duration;

/** Starts guests, and finds those that an earlier agent left behind. */
public interface GuestStarter {
  /**
   * Starts a guest as the leader of its own session, at the lowest priority from its first
   * instruction.
   */
  Guest start(GuestSpec spec) throws IOException;

  /** How guests are kept out of the owner's way on this machine: part of a sentence. */
  String priority();

  /** What keeps guests away from the owner's files here, found by probing. */
  default Sandbox sandbox() {
    return new Sandbox.None("none is known for this system");
  }

  /** The folders of its guests. */
  default GuestFolders folders() {
    return PathFolder::open;
  }

  /** Whether the system limits, accounts and ends a guest as a unit, whatever it starts. */
  default boolean groups() {
    return false;
  }

  /**
   * Ends what is left of a guest of an earlier agent, and nothing else: another process with the
   * same number is left alone.
   *
   * @return whether nothing of it is left
   */
  boolean reap(GuestId id, Duration within);

  /**
   * Ends what guests of earlier agents left running, as far as the system tells which processes
   * those are.
   *
   * @return whether nothing of it is left
   */
  default boolean reapStrays(Duration within) {
    return true;
  }
}
