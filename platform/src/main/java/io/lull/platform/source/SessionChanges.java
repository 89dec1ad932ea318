package io.lull.platform.source;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.UserSession;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Derives changes from a list of sessions. Not for two threads at once. */
public final class SessionChanges {
  private final String source;
  private Map<String, UserSession> told = Map.of();

  public SessionChanges(String source) {
    this.source = source;
  }

  public List<InputSignal> now(Collection<UserSession> sessions) {
    final Map<String, UserSession> now = new HashMap<>();
    final List<InputSignal> changes = new ArrayList<>();
    for (final UserSession session : sessions) {
      now.put(session.id(), session);
      if (!session.equals(told.get(session.id()))) {
        changes.add(new InputSignal.SessionSeen(source, session));
      }
    }
    told.keySet().stream()
        .filter(id -> !now.containsKey(id))
        .sorted()
        .forEach(id -> changes.add(new InputSignal.SessionEnded(source, id)));
    told = now;
    return changes;
  }
}
