package io.lull.agent.core.owner;

import io.lull.agent.core.settings.Setting;
import io.lull.agent.core.settings.Settings;
import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal.Engagement;
import io.lull.platform.input.UserSession;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the input sources have reported.
 *
 * @param locks whether the screen is locked, by source
 * @param lastInputNanos the owner's latest activity by any source; initially the start of the watch
 * @param sign what that activity was, a clause; empty: the start of the watch
 * @param everWorked whether any source has ever worked
 * @param knock a pointer movement that may not be the owner's; null: none
 * @param stillSinceNanos the later of the last input and the last small pointer movement
 */
record Inputs(
    SessionCoverage sight,
    SortedMap<String, Boolean> locks,
    SortedSet<Engaged> engagements,
    long lastInputNanos,
    String sign,
    boolean everWorked,
    @Nullable SmallPointerMove knock,
    long stillSinceNanos) {
  static final String HAND = "you used the keyboard or mouse";
  private static final String UNLOCKED = "you unlocked the screen";
  private static final int MAX_ENGAGEMENTS = 64;

  /** Sessions that a list reports this soon after it began to work existed before. */
  private static final long LIST_SETTLES_NANOS = Duration.ofSeconds(5).toNanos();

  Inputs {
    locks = Collections.unmodifiableSortedMap(new TreeMap<>(locks));
    engagements = Collections.unmodifiableSortedSet(new TreeSet<>(engagements));
  }

  /** This source says that the owner is busy with the machine. */
  record Engaged(String source, Engagement how, String by) implements Comparable<Engaged> {
    private static final Comparator<Engaged> ORDER =
        Comparator.comparing(Engaged::how)
            .thenComparing(Engaged::source)
            .thenComparing(Engaged::by);

    @Override
    public int compareTo(Engaged other) {
      return ORDER.compare(this, other);
    }
  }

  static Inputs watchingSince(long nanos) {
    return new Inputs(
        SessionCoverage.NONE, new TreeMap<>(), new TreeSet<>(), nanos, "", false, null, nanos);
  }

  Map<String, SessionCoverage.Source> sources() {
    return sight.sources();
  }

  boolean seen() {
    return !sign.isEmpty();
  }

  Inputs active(long nanos, String how) {
    final boolean later = nanos - lastInputNanos > 0;
    return new Inputs(
        sight,
        locks,
        engagements,
        later ? nanos : lastInputNanos,
        later || !seen() ? how : sign,
        everWorked,
        null,
        later(stillSinceNanos, nanos));
  }

  /**
   * The first source that works may report activity before the watch began; one that works again
   * after a loss makes nothing older.
   */
  Inputs health(NodeEvent.SourceHealth event, long nowNanos) {
    final SessionCoverage.Source before = sources().get(event.source());
    final boolean again = event.working() && (before == null || !before.working());
    Inputs after = with(sight.health(event, nowNanos));
    if (!event.working()) {
      return after.unlocked(event.source());
    }
    if (again) {
      // Engagements that still last are reported again; while the source was lost they counted as
      // lasting.
      after = after.without(event.source());
    }
    if (event.coverage().stream().allMatch(c -> c instanceof Coverage.SessionList)) {
      return after;
    }
    if (everWorked || seen()) {
      final boolean missed = event.lastInputNanos() - lastInputNanos > 0;
      return missed ? after.active(event.lastInputNanos(), HAND).working() : after.working();
    }
    return new Inputs(
        after.sight,
        locks,
        after.engagements,
        event.lastInputNanos(),
        sign,
        true,
        knock,
        event.lastInputNanos());
  }

  Inputs gone(String source, long nowNanos) {
    return with(sight.gone(source, nowNanos)).unlocked(source).without(source);
  }

  Inputs session(NodeEvent.SessionSeen event, long nowNanos) {
    final UserSession session = event.session();
    final UserSession before = sight.sessions().get(session.id());
    final SessionCoverage.Source list = sources().get(event.source());
    final boolean settled =
        list != null && list.working() && nowNanos - list.sinceNanos() > LIST_SETTLES_NANOS;
    final Inputs after = with(sight.seen(session));
    if (before == null) {
      return settled ? after.active(nowNanos, session.user() + " logged in") : after;
    }
    return before.locked() && !session.locked() ? after.active(nowNanos, UNLOCKED) : after;
  }

  Inputs sessionEnded(String id) {
    return with(sight.ended(id));
  }

  Inputs locked(String source) {
    return withLocks(source, true);
  }

  Inputs unlocked(NodeEvent.Unlock event, long nowNanos) {
    return withLocks(event.source(), false).active(nowNanos, UNLOCKED);
  }

  private Inputs unlocked(String source) {
    return withLocks(source, null);
  }

  private Inputs withLocks(String source, @Nullable Boolean now) {
    final SortedMap<String, Boolean> changed = new TreeMap<>(locks);
    if (now == null) {
      changed.remove(source);
    } else {
      changed.put(source, now);
    }
    return new Inputs(
        sight, changed, engagements, lastInputNanos, sign, everWorked, knock, stillSinceNanos);
  }

  /** The end of an engagement is a sign of the owner. */
  Inputs engaged(NodeEvent.Engaged event, Settings settings, long nowNanos) {
    final Engaged told = new Engaged(event.source(), event.how(), event.by());
    final SortedSet<Engaged> changed = new TreeSet<>(engagements);
    if (event.on()) {
      if (changed.size() < MAX_ENGAGEMENTS) {
        changed.add(told);
      }
      return withEngagements(changed);
    }
    final boolean any =
        changed.remove(told)
            || changed.removeIf(
                each -> each.source().equals(event.source()) && each.how() == event.how());
    final Inputs after = withEngagements(changed);
    return any && !settings.get(Setting.IGNORE_ENGAGEMENT).contains(event.how())
        ? after.active(nowNanos, "something that kept you busy has ended")
        : after;
  }

  /** The first engagement that the settings do not ignore. */
  Optional<Engaged> engagement(Settings settings) {
    final var ignored = settings.get(Setting.IGNORE_ENGAGEMENT);
    return engagements.stream().filter(each -> !ignored.contains(each.how())).findFirst();
  }

  private Inputs without(String source) {
    final SortedSet<Engaged> left = new TreeSet<>(engagements);
    left.removeIf(each -> each.source().equals(source));
    return withEngagements(left);
  }

  Inputs knocked(SmallPointerMove now) {
    return new Inputs(
        sight,
        locks,
        engagements,
        lastInputNanos,
        sign,
        everWorked,
        now,
        later(stillSinceNanos, now.nanos()));
  }

  Inputs notKnocked() {
    return new Inputs(
        sight, locks, engagements, lastInputNanos, sign, everWorked, null, stillSinceNanos);
  }

  /** Everybody who is logged in has locked their screen. */
  boolean locked() {
    if (!sight.sessions().isEmpty()) {
      return sight.sessions().values().stream().allMatch(this::locked);
    }
    final List<Boolean> watched =
        sources().entrySet().stream()
            .filter(entry ->
                entry.getValue().coverage().stream().anyMatch(c -> c instanceof Coverage.Session))
            .map(entry -> locks.getOrDefault(entry.getKey(), false))
            .toList();
    return !locks.isEmpty()
        && !locks.containsValue(false)
        && (watched.size() <= 1 || !watched.contains(false));
  }

  boolean locked(UserSession session) {
    final boolean alone = sight.sessions().size() == 1;
    return session.locked()
        || locks.entrySet().stream()
            .anyMatch(lock -> lock.getValue() && speaksFor(lock.getKey(), session, alone));
  }

  private boolean speaksFor(String source, UserSession session, boolean alone) {
    final SessionCoverage.Source found = sources().get(source);
    final var sessions =
        found == null
            ? List.<Coverage>of()
            : found.coverage().stream().filter(c -> c instanceof Coverage.Session).toList();
    return sessions.isEmpty()
        ? alone && session.kind() != UserSession.Kind.TERMINAL
        : sessions.contains(new Coverage.Session(session.id()));
  }

  private Inputs with(SessionCoverage now) {
    return new Inputs(
        now, locks, engagements, lastInputNanos, sign, everWorked, knock, stillSinceNanos);
  }

  private Inputs withEngagements(SortedSet<Engaged> now) {
    return new Inputs(sight, locks, now, lastInputNanos, sign, everWorked, knock, stillSinceNanos);
  }

  private Inputs working() {
    return new Inputs(
        sight, locks, engagements, lastInputNanos, sign, true, knock, stillSinceNanos);
  }

  private static long later(long nanos, long other) {
    return other - nanos > 0 ? other : nanos;
  }
}
