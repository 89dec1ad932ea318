package io.lull.agent.owner;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the input sources have told.
 *
 * @param lastInputNanos when the owner was last active by any of them; at first, when watching
 *     began
 * @param seen whether that was a sign of the owner, rather than the beginning of the watch
 * @param everWorked whether any source has ever worked
 */
record Inputs(
    Map<String, Source> sources,
    boolean locked,
    long lastInputNanos,
    boolean seen,
    boolean everWorked) {
  Inputs {
    sources = Map.copyOf(sources);
  }

  record Source(boolean working, String detail) {}

  static Inputs watchingSince(long nanos) {
    return new Inputs(Map.of(), false, nanos, false, false);
  }

  boolean anyWorking() {
    return sources.values().stream().anyMatch(Source::working);
  }

  Inputs active(long nanos) {
    return new Inputs(sources, locked, later(nanos), true, everWorked);
  }

  /**
   * The first source that works may know of a time before the watch began; one that works again
   * after it was lost does not make anything older than it was.
   */
  Inputs health(NodeEvent.SourceHealth event) {
    final Map<String, Source> changed = new TreeMap<>(sources);
    changed.put(event.source(), new Source(event.working(), event.detail()));
    if (!event.working()) {
      return new Inputs(changed, locked, lastInputNanos, seen, everWorked);
    }
    final long last = everWorked || seen ? later(event.lastInputNanos()) : event.lastInputNanos();
    return new Inputs(changed, locked, last, seen, true);
  }

  Inputs gone(String source) {
    final Map<String, Source> left = new TreeMap<>(sources);
    left.remove(source);
    return new Inputs(left, locked, lastInputNanos, seen, everWorked);
  }

  Inputs lock(boolean now) {
    return new Inputs(sources, now, lastInputNanos, seen, everWorked);
  }

  private long later(long nanos) {
    return nanos - lastInputNanos > 0 ? nanos : lastInputNanos;
  }

  /** For people: which sources work, or why none does. */
  String describe() {
    if (sources.isEmpty()) {
      return "none";
    }
    final boolean any = anyWorking();
    return new TreeMap<>(sources)
        .entrySet().stream()
            .filter(entry -> !any || entry.getValue().working())
            .map(entry -> any ? entry.getKey() : entry.getKey() + ": " + entry.getValue().detail())
            .collect(Collectors.joining(", "));
  }
}
