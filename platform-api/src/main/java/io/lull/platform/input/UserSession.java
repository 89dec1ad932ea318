package io.lull.platform.input;

/**
 * Somebody who is logged in.
 *
 * @param seat empty: at none, as over a network
 */
public record UserSession(
    String id, String user, Kind kind, String seat, boolean remote, boolean locked) {
  public enum Kind {
    X11,
    WAYLAND,
    TERMINAL,
    WINDOWS,
    MACOS,
    /** Of a kind that nobody knows how to watch. */
    UNKNOWN
  }
}
