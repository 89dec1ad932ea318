package io.lull.platform.macos.session;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.InputSources;
import io.lull.platform.script.InputChoices;
import io.lull.platform.session.WatchedSession;
import io.lull.platform.source.FailedSource;
import io.lull.protocol.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Input as a daemon sees it, or as a program in a desktop session does. */
public final class MacInputs implements InputSources {
  private final MacSessionSources sessions;
  private final Clock clock;

  public MacInputs(Clock clock) {
    this(new MacSessionSources(clock), clock);
  }

  MacInputs(MacSessionSources sessions, Clock clock) {
    this.sessions = sessions;
    this.clock = clock;
  }

  @Override
  public List<InputSource> open(String choice) {
    return new InputChoices(clock)
        .with("auto", this::automatic)
        .with("macos", this::own)
        .open(choice);
  }

  /** The desktop session of this process; empty: a daemon's. */
  public static Optional<WatchedSession> session(Clock clock) {
    return new MacSessionSources(clock).watched();
  }

  private List<InputSource> own() {
    final Set<Coverage> everything = Set.of(new Coverage.Everything());
    return List.of(
        sessions.own() == null ? sessions.devices(everything) : sessions.desktop(everything));
  }

  private List<InputSource> automatic() {
    try {
      final List<InputSource> all = new ArrayList<>();
      final String own = sessions.own();
      if (own != null) {
        all.add(sessions.desktop(Set.of(new Coverage.Session(own))));
      }
      all.add(sessions.devices(Set.of()));
      all.add(sessions.terminals());
      all.add(sessions.list());
      return List.copyOf(all);
    } catch (RuntimeException | LinkageError e) {
      return List.of(
          new FailedSource("auto", "macOS does not answer about sessions: " + e.getMessage()));
    }
  }
}
