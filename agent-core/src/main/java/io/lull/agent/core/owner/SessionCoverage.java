package io.lull.agent.core.owner;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.UserSession;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which sources work, who is logged in, and whether the sources cover those sessions. */
record SessionCoverage(SortedMap<String, Source> sources, SortedMap<String, UserSession> sessions) {
  static final SessionCoverage NONE = new SessionCoverage(new TreeMap<>(), new TreeMap<>());

  /** More sources than a machine with many users has; any beyond are ignored. */
  private static final int MAX_SOURCES = 128;

  /** With more people than this, Lull cannot guarantee that each is observed. */
  private static final int MAX_SESSIONS = 256;

  SessionCoverage {
    sources = Collections.unmodifiableSortedMap(new TreeMap<>(sources));
    sessions = Collections.unmodifiableSortedMap(new TreeMap<>(sessions));
  }

  /**
   * @param coverage what it sees, or saw when it last worked
   * @param sinceNanos when it began to work, or was lost
   */
  record Source(
      boolean working, boolean everWorked, String detail, Set<Coverage> coverage, long sinceNanos) {
    Source {
      coverage = Set.copyOf(coverage);
    }

    boolean lists() {
      return coverage.contains(new Coverage.SessionList());
    }
  }

  /** What is not observed: a clause, and what was tried. */
  record Blindness(String clause, String tried) {}

  SessionCoverage health(NodeEvent.SourceHealth event, long nowNanos) {
    final Source before = sources.get(event.source());
    if (before == null && sources.size() >= MAX_SOURCES) {
      return this;
    }
    final Source after;
    if (before == null) {
      after =
          new Source(
              event.working(),
              event.working(),
              event.detail(),
              event.working() ? event.coverage() : Set.of(),
              nowNanos);
    } else {
      after =
          new Source(
              event.working(),
              event.working() || before.everWorked(),
              event.detail(),
              event.working() ? event.coverage() : before.coverage(),
              before.working() == event.working() ? before.sinceNanos() : nowNanos);
    }
    final SortedMap<String, Source> changed = new TreeMap<>(sources);
    changed.put(event.source(), after);
    // Nothing reports who logged out while the list was lost; those who are still logged in are
    // reported again.
    final boolean relisted =
        before != null && before.everWorked() && !before.working() && before.lists();
    return relisted && event.working()
        ? new SessionCoverage(changed, new TreeMap<>())
        : new SessionCoverage(changed, sessions);
  }

  /** Without its list, the system does not tell who is logged in: the list counts as lost. */
  SessionCoverage gone(String source, long nowNanos) {
    final Source before = sources.get(source);
    if (before != null && before.everWorked() && before.lists()) {
      return health(
          new NodeEvent.SourceHealth(source, false, "it has disappeared", nowNanos), nowNanos);
    }
    final SortedMap<String, Source> left = new TreeMap<>(sources);
    left.remove(source);
    return new SessionCoverage(left, sessions);
  }

  SessionCoverage seen(UserSession session) {
    if (sessions.size() > MAX_SESSIONS && !sessions.containsKey(session.id())) {
      return this;
    }
    final SortedMap<String, UserSession> changed = new TreeMap<>(sessions);
    changed.put(session.id(), session);
    return new SessionCoverage(sources, changed);
  }

  SessionCoverage ended(String session) {
    final SortedMap<String, UserSession> left = new TreeMap<>(sessions);
    left.remove(session);
    return new SessionCoverage(sources, left);
  }

  private Stream<Source> working() {
    return sources.values().stream().filter(Source::working);
  }

  boolean anySeesInput() {
    return working()
        .flatMap(source -> source.coverage().stream())
        .anyMatch(coverage ->
            switch (coverage) {
              case Coverage.SessionList _ -> false;
              // Without a list of sessions, users of screens would be missed.
              case Coverage.Terminals _ -> listed();
              default -> true;
            });
  }

  private boolean listed() {
    return sources.values().stream().anyMatch(source -> source.everWorked() && source.lists());
  }

  /** Names of the working sources that see it. */
  List<String> seenBy(UserSession session) {
    return sources.entrySet().stream()
        .filter(entry ->
            entry.getValue().working()
                && entry.getValue().coverage().stream().anyMatch(c -> covers(c, session)))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean covers(Coverage coverage, UserSession session) {
    final boolean terminal = session.kind() == UserSession.Kind.TERMINAL;
    return switch (coverage) {
      case Coverage.Everything _ -> true;
      case Coverage.Session c -> c.id().equals(session.id());
      // The kernel reads a text console itself; its devices do not show that.
      case Coverage.Seats _ -> !session.seat().isEmpty() && !session.remote() && !terminal;
      case Coverage.Terminals _ -> terminal;
      case Coverage.SessionList _ -> false;
    };
  }

  /** Null: all possible input is seen. */
  @Nullable Blindness blindness() {
    if (!anySeesInput()) {
      return new Blindness(
          "Lull cannot detect whether you are present", "input: " + describe(false));
    }
    if (!listed()) {
      return sources.entrySet().stream()
          .filter(entry -> entry.getValue().everWorked() && !replaced(entry.getValue()))
          .findFirst()
          .map(entry ->
              new Blindness(
                  "nothing replaces " + entry.getKey() + ", which has stopped working",
                  entry.getKey() + ": " + entry.getValue().detail()))
          .orElse(null);
    }
    if (working().noneMatch(Source::lists)) {
      return new Blindness("Lull can no longer detect who is logged in", tried());
    }
    if (sessions.size() > MAX_SESSIONS) {
      return new Blindness(
          "more than " + MAX_SESSIONS + " people are logged in", "that is too many to watch");
    }
    return sessions.values().stream()
        .filter(session -> seenBy(session).isEmpty())
        .findFirst()
        .map(session -> new Blindness("no input detection covers " + named(session), tried()))
        .orElse(null);
  }

  /** Whether other sources see what the lost one saw. */
  private boolean replaced(Source lost) {
    return lost.coverage().stream()
        .allMatch(missing ->
            working()
                .flatMap(source -> source.coverage().stream())
                .anyMatch(seen ->
                    seen.equals(missing)
                        || seen instanceof Coverage.Everything
                        || missing instanceof Coverage.SessionList));
  }

  private static String named(UserSession session) {
    return "the session "
        + session.id()
        + " of "
        + session.user()
        + " ("
        + session.kind().name().toLowerCase(java.util.Locale.ROOT)
        + (session.seat().isEmpty() ? "" : " at " + session.seat())
        + (session.remote() ? ", remote" : "")
        + ")";
  }

  private String tried() {
    final String lost =
        sources.entrySet().stream()
            .filter(entry -> !entry.getValue().working())
            .map(entry -> entry.getKey() + ": " + entry.getValue().detail())
            .collect(Collectors.joining(", "));
    return lost.isEmpty() ? "only " + describe(true) + " works" : lost;
  }

  /** For people: which sources work, and why missing ones do not. */
  String describe() {
    return describe(anySeesInput() && blindness() == null);
  }

  private String describe(boolean sighted) {
    if (sources.isEmpty()) {
      return "none";
    }
    return sources.entrySet().stream()
        .filter(entry -> !sighted || entry.getValue().working())
        .map(entry ->
            entry.getValue().working()
                ? entry.getKey()
                : entry.getKey() + ": " + entry.getValue().detail())
        .collect(Collectors.joining(", "));
  }
}
