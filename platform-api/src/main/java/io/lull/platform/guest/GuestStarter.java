package io.lull.platform.guest;

import java.io.IOException;
import java.time.Duration;

/** Starts guests, and finds those that an agent before this one left behind. */
public interface GuestStarter {
  /** As the leader of a session of its own, at the lowest priority from its first instruction. */
  Guest start(GuestSpec spec) throws IOException;

  /** How guests are kept out of the owner's way on this machine: part of a sentence. */
  String priority();

  /** What keeps guests away from the owner's files here, found out by trying. */
  default Sandbox sandbox() {
    return new Sandbox.None("none is known for this system");
  }

  /** Whether the system holds, counts and ends a guest as one, whatever it starts. */
  default boolean groups() {
    return false;
  }

  /**
   * Ends what is left of a guest of an earlier agent, and nothing else: a process that merely has
   * the same number is left alone.
   *
   * @return whether nothing of it is left
   */
  boolean reap(GuestId id, Duration within);

  /**
   * Ends what guests of agents that are no more left running, as far as the system tells whose they
   * were.
   *
   * @return whether nothing of it is left
   */
  default boolean reapStrays(Duration within) {
    return true;
  }
}
