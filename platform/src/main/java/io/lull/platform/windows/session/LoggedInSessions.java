package io.lull.platform.windows.session;

import java.util.Set;

/**
 * Which sessions there are, by their numbers.
 *
 * @param usable somebody is logged in there, and a screen is joined to them
 * @param loggedIn somebody is logged in there, whether a screen is joined to them or not
 */
public record LoggedInSessions(Set<Integer> usable, Set<Integer> loggedIn) {
  static final LoggedInSessions NONE = new LoggedInSessions(Set.of(), Set.of());

  public LoggedInSessions {
    usable = Set.copyOf(usable);
    loggedIn = Set.copyOf(loggedIn);
  }
}
