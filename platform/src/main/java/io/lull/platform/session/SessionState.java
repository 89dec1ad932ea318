package io.lull.platform.session;

import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSignal.Engaged;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.InputSignal.Working;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The last signals of a session's sources: everything that a reconnecting agent needs. */
final class SessionState {
  private static final int MAX_ENGAGEMENTS = 16;

  private final Map<String, InputSignal> health = new TreeMap<>();
  private final Map<String, InputSignal.Locked> locked = new TreeMap<>();
  private final Map<Engagement, Map<String, Engaged>> engaged = new TreeMap<>();

  void hear(InputSignal signal) {
    switch (signal) {
      case Working s -> health.put(s.source(), s);
      case InputSignal.Lost s -> health.put(s.source(), s);
      case InputSignal.Gone s -> {
        health.remove(s.source());
        locked.remove(s.source());
        engaged.values().forEach(by -> by.values().removeIf(e -> e.source().equals(s.source())));
      }
      case InputSignal.Activity s ->
          health.computeIfPresent(
              s.source(),
              (_, now) ->
                  now instanceof Working working && s.nanos() - working.lastInputNanos() > 0
                      ? new Working(
                          working.source(), working.detail(), s.nanos(), working.coverage())
                      : now);
      case InputSignal.Locked s -> locked.put(s.source(), s);
      case Engaged s -> engage(s);
      default -> {}
    }
  }

  private void engage(Engaged signal) {
    final Map<String, Engaged> by = engaged.computeIfAbsent(signal.how(), _ -> new TreeMap<>());
    final String who = signal.source() + " " + signal.by();
    if (!signal.on()) {
      by.remove(who);
    } else if (by.size() < MAX_ENGAGEMENTS) {
      by.put(who, signal);
    }
  }

  List<InputSignal> signals() {
    final List<InputSignal> all = new ArrayList<>(health.values());
    all.addAll(locked.values());
    engaged.values().forEach(by -> all.addAll(by.values()));
    return all;
  }

  /** Whether a source sees the user's input. */
  boolean seesInput() {
    return health.values().stream()
        .anyMatch(signal -> signal instanceof Working s && !s.coverage().isEmpty());
  }
}
