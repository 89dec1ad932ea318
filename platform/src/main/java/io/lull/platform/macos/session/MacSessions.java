package io.lull.platform.macos.session;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.UserSession;
import io.lull.platform.source.SessionChanges;
import io.lull.platform.source.SideProbe;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The sessions in the table of logins. A user has one desktop at most, named after them. */
final class MacSessions implements SideProbe {
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final Supplier<List<LoginRow>> logins;
  private final SessionChanges changes;

  MacSessions(String source, Supplier<List<LoginRow>> logins) {
    this.logins = logins;
    this.changes = new SessionChanges(source);
  }

  /** As this list and the watcher of the session both name it. */
  static String idOfDesktop(String user) {
    return "desktop-" + user;
  }

  @Override
  public Duration every() {
    return EVERY;
  }

  @Override
  public List<InputSignal> look() {
    return changes.now(sessions(logins.get()));
  }

  static List<UserSession> sessions(List<LoginRow> logins) {
    final Map<String, UserSession> sessions = new LinkedHashMap<>();
    for (final LoginRow login : logins) {
      if (login.desktop()) {
        final String id = idOfDesktop(login.user());
        sessions.put(
            id, new UserSession(id, login.user(), UserSession.Kind.MACOS, "console", false, false));
      } else if (login.remoteTerminal()) {
        sessions.put(
            login.line(),
            new UserSession(
                login.line(), login.user(), UserSession.Kind.TERMINAL, "", true, false));
      }
    }
    return List.copyOf(sessions.values());
  }
}
