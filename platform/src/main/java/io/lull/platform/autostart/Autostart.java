package io.lull.platform.autostart;

import java.io.IOException;

/**
 * Whether a program starts with its user's session. Reads a file or two, or the registry: quick,
 * and for any thread.
 */
public interface Autostart {
  /** The present state. */
  enum State {
    /** It starts with the session. */
    ON,
    /** The program does not start. */
    OFF,
    /**
     * The user has disabled the program in the system's own settings. Only the user's request
     * enables it again.
     */
    TURNED_OFF
  }

  State state() throws IOException;

  default boolean isEnabled() throws IOException {
    return state() == State.ON;
  }

  /** Enables the start from the next session on, whatever the state was. */
  void enable() throws IOException;

  /** Disables the start from the next session on. */
  void disable() throws IOException;
}
