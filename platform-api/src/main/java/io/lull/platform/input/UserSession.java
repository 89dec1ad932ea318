package io.lull.platform.input;

/**
 * A login session.
 *
 * @param seat empty: none, as over a network
 */
public record UserSession(
    String id, String user, Kind kind, String seat, boolean remote, boolean locked) {
  public enum Kind {
    X11,
    WAYLAND,
    TERMINAL,
    WINDOWS,
    MACOS,
    /** Of a kind that no source observes. */
    UNKNOWN
  }
}
