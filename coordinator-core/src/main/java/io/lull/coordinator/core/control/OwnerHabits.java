package io.lull.coordinator.core.control;

import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.NodeHistory.Change;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.time.Clock;
import io.lull.scheduling.habit.Ageing;
import io.lull.scheduling.habit.NodeHabit;
import io.lull.scheduling.habit.Outlook;
import io.lull.scheduling.habit.Presence;
import io.lull.scheduling.habit.StayCurve;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Forecasts the return of each node's owner. After a start it learns from the stored history, a
 * little at each tick so that nothing waits for it; from then on from events. Used by the control
 * loop's thread alone.
 */
final class OwnerHabits {
  /** What is older tells next to nothing more. */
  static final Duration KEPT = Duration.ofDays(8 * 7);

  /** So many changes are read at a tick. */
  static final int PAGE = 5_000;

  /** So many are read at a start in all: the rest is learnt again as it happens. */
  private static final int MAX_READ = 5_000_000;

  /** Expectations are computed again this often. */
  static final Duration FRESH = Duration.ofMinutes(15);

  /** So often the history may refuse to be read before that is given up. */
  private static final int MAX_FAILURES = 100;

  /** A store that does not answer is not asked again at once: each time it may be waited for. */
  static final Duration RETRY = Duration.ofMinutes(1);

  private final NodeHistory history;
  private final ZoneId zone;
  private final Clock clock;
  private final ControlObserver observer;
  private final Ageing ageing = new Ageing();
  private final Map<String, NodeHabit> habits = new HashMap<>();
  private final Map<String, StayCurve> reckoned = new HashMap<>();
  private NodeHistory.Place read;
  private boolean learnt;
  private int changesRead;
  private int failures;
  private long failedNanos;
  private Map<String, StayCurve> stays = Map.of();
  private boolean changed;
  private long reckonedNanos;

  OwnerHabits(NodeHistory history, ZoneId zone, Clock clock, ControlObserver observer) {
    this.observer = observer;
    this.history = history;
    this.zone = zone;
    this.clock = clock;
    this.read = NodeHistory.Place.before(clock.epochMillis() - KEPT.toMillis());
  }

  /**
   * Reads on in what was kept before this run.
   *
   * @param known whether there still is such a node
   */
  void learn(Predicate<String> known) {
    if (learnt || (failures > 0 && clock.nanos() - failedNanos < RETRY.toNanos())) {
      return;
    }
    final List<Change> page;
    try {
      page = history.after(read, PAGE);
    } catch (StoreException e) {
      observer.habitsUnreadable(e);
      failedNanos = clock.nanos();
      failures++;
      learnt = failures >= MAX_FAILURES;
      return;
    }
    page.stream().filter(change -> known.test(change.node())).forEach(this::note);
    failures = 0;
    changesRead += page.size();
    if (!page.isEmpty()) {
      read = NodeHistory.Place.of(page.getLast());
    }
    if (page.size() < PAGE || changesRead >= MAX_READ) {
      learnt = true;
      reckon();
      observer.habitsLearnt(changesRead, habits.size());
    }
  }

  /** Nodes have changed, and the history has it. */
  void changed(List<Change> changes) {
    if (learnt) {
      changes.forEach(this::note);
      changes.forEach(change -> reckon(change.node()));
    }
  }

  void forget(String node) {
    habits.remove(node);
    changed |= reckoned.remove(node) != null;
  }

  private void note(Change change) {
    habits
        .computeIfAbsent(change.node(), _ -> new NodeHabit(zone, ageing))
        .note(Presence.of(change.state()), change.atMillis());
  }

  /** The expectation for a node whose owner is away. */
  Optional<Outlook> outlook(String node) {
    final long now = clock.epochMillis();
    return Optional.ofNullable(habits.get(node))
        .map(habit -> {
          habit.seeTo(now);
          return habit.outlook(now);
        });
  }

  private void reckon() {
    reckonedNanos = clock.nanos();
    habits.keySet().forEach(this::reckon);
  }

  private void reckon(String node) {
    outlook(node).ifPresent(outlook -> reckoned.put(node, outlook.stay()));
    changed = true;
  }

  /** For how long each node is likely to stay idle, or would be, were it idle now. */
  Map<String, StayCurve> stays() {
    if (learnt && clock.nanos() - reckonedNanos >= FRESH.toNanos()) {
      reckon();
    }
    if (changed) {
      stays = Map.copyOf(reckoned);
      changed = false;
    }
    return stays;
  }
}
