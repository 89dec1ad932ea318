package io.lull.agent.watcher;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.UserSession;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The sessions that the sources list. Safe for several threads. */
final class KnownSessions {
  /** More are not remembered, so their watchers are refused. */
  private static final int MOST = 1024;

  private final Map<String, UserSession> sessions = new ConcurrentHashMap<>();
  private final List<Consumer<String>> endListeners = new CopyOnWriteArrayList<>();
  private volatile boolean listed;

  /** Wraps these sources and reads their signals first. */
  List<InputSource> over(List<InputSource> sources) {
    return sources.stream().<InputSource>map(Overheard::new).toList();
  }

  /** Called with the session's id, on the source's thread. */
  void onEnd(Consumer<String> listener) {
    endListeners.add(listener);
  }

  /** Whether this system lists sessions. */
  boolean listed() {
    return listed;
  }

  Optional<UserSession> session(String id) {
    return Optional.ofNullable(sessions.get(id));
  }

  List<UserSession> ofUser(String user) {
    return sessions.values().stream().filter(session -> session.user().equals(user)).toList();
  }

  void hear(InputSignal signal) {
    switch (signal) {
      case InputSignal.Working s when s.coverage().contains(new Coverage.SessionList()) ->
          listed = true;
      case InputSignal.SessionSeen s -> {
        listed = true;
        if (sessions.size() < MOST) {
          sessions.put(s.session().id(), s.session());
        }
      }
      case InputSignal.SessionEnded s -> {
        sessions.remove(s.id());
        endListeners.forEach(listener -> listener.accept(s.id()));
      }
      default -> {}
    }
  }

  private final class Overheard implements InputSource {
    private final InputSource source;

    Overheard(InputSource source) {
      this.source = source;
    }

    @Override
    public String name() {
      return source.name();
    }

    @Override
    public void start(Consumer<InputSignal> sink) {
      source.start(signal -> {
        hear(signal);
        sink.accept(signal);
      });
    }

    @Override
    public void guestMayRun(boolean may) {
      source.guestMayRun(may);
    }

    @Override
    public void close() {
      source.close();
    }
  }
}
