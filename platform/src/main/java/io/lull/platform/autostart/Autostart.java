package io.lull.platform.autostart;

import java.io.IOException;

/**
 * Whether a program starts with its user's session. All of it is a look at a file or two, or at the
 * registry: quick, and for any thread.
 */
public interface Autostart {
  /** What holds now. */
  enum State {
    /** It starts with the session. */
    ON,
    /** It does not. */
    OFF,
    /**
     * It does not, because the user has said so by the system's own settings. Only when the user
     * asks for it is it turned on again; a program that does so by itself is a nuisance.
     */
    TURNED_OFF
  }

  State state() throws IOException;

  default boolean isEnabled() throws IOException {
    return state() == State.ON;
  }

  /** From the next session on it starts, whatever the state was. */
  void enable() throws IOException;

  /** From the next session on it does not. */
  void disable() throws IOException;
}
