package io.lull.platform.windows.session;

import java.util.Set;

/**
 * The sessions, by their numbers.
 *
 * @param usable somebody is logged in there, and a screen is connected
 * @param loggedIn somebody is logged in there, with or without a screen
 */
public record LoggedInSessions(Set<Integer> usable, Set<Integer> loggedIn) {
  static final LoggedInSessions NONE = new LoggedInSessions(Set.of(), Set.of());

  public LoggedInSessions {
    usable = Set.copyOf(usable);
    loggedIn = Set.copyOf(loggedIn);
  }
}
