package io.lull.platform.source;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.source.IdleReading.Pointer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Derives a source's signals from polls, and from events if the system has some. Pure except for
 * the memory of the last poll; not for two threads at once.
 */
public final class IdlePoll {
  /** A system's idle time and the agent's clock differ by this much without any input. */
  private static final long SLACK_NANOS = Duration.ofMillis(20).toNanos();

  private static final long TOLD_AT_MOST_EVERY_NANOS = Duration.ofMillis(250).toNanos();
  private static final long ACTIVE_FOR_NANOS = Duration.ofSeconds(5).toNanos();
  private static final Duration PAUSE_WHILE_ACTIVE = Duration.ofMillis(500);
  private static final Duration PAUSE_ELSE = Duration.ofSeconds(1);
  private static final Duration PAUSE_WHILE_BLIND = Duration.ofSeconds(2);

  /** No running thread that polls at the longest interval is this late. */
  private static final long ASLEEP_NANOS = Duration.ofSeconds(30).toNanos();

  /**
   * A clock that stops during sleep falls behind the wall clock; setting that one rarely differs
   * more.
   */
  private static final long WALL_AHEAD_NANOS = Duration.ofSeconds(10).toNanos();

  private final String name;
  private final String detail;
  private final Set<Coverage> coverage;
  private final Duration shortestPause;
  private boolean working;
  private String lostTold = "";
  private long lastInputNanos;
  private long toldNanos;
  private boolean toldMore;
  private @Nullable Pointer toldPointer;
  private boolean looked;
  private long lookedNanos;
  private long lookedEpochMillis;

  /**
   * @param detail for people: what answers
   * @param shortestPause between two polls
   */
  public IdlePoll(String name, String detail, Set<Coverage> coverage, Duration shortestPause) {
    this.name = name;
    this.detail = detail;
    this.coverage = Set.copyOf(coverage);
    this.shortestPause = shortestPause;
  }

  /** The result of a poll. */
  public List<InputSignal> look(long nowNanos, long epochMillis, IdleReading look) {
    final List<InputSignal> told = new ArrayList<>();
    if (slept(nowNanos, epochMillis)) {
      told.add(new InputSignal.Slept(name));
    }
    final long since = looked ? lookedNanos : nowNanos;
    looked = true;
    lookedNanos = nowNanos;
    lookedEpochMillis = epochMillis;
    switch (look) {
      case IdleReading.Blind(String why) -> blind(why, told);
      case IdleReading.Seen(long at, InputSignal.Kind kind, Pointer pointer) -> {
        final long input = at - nowNanos > 0 ? nowNanos : at;
        // A thread that was delayed between two reads misplaces old input; it creates no new input.
        if (!working || input - since > -SLACK_NANOS) {
          seen(nowNanos, input, kind, pointer, told);
        }
      }
    }
    return told;
  }

  /** The system reported input, now. */
  public List<InputSignal> event(long nowNanos, InputSignal.Kind kind, @Nullable Pointer pointer) {
    final List<InputSignal> told = new ArrayList<>();
    seen(nowNanos, nowNanos, kind, pointer, told);
    return told;
  }

  private boolean slept(long nowNanos, long epochMillis) {
    if (!looked) {
      return false;
    }
    final long gap = nowNanos - lookedNanos;
    final long wall = Duration.ofMillis(epochMillis - lookedEpochMillis).toNanos();
    return gap > ASLEEP_NANOS || wall - gap > WALL_AHEAD_NANOS;
  }

  private void blind(String why, List<InputSignal> told) {
    if (working || !lostTold.equals(why)) {
      told.add(new InputSignal.Lost(name, why));
    }
    working = false;
    lostTold = why;
  }

  private void seen(
      long nowNanos,
      long atNanos,
      InputSignal.Kind kind,
      @Nullable Pointer pointer,
      List<InputSignal> told) {
    if (!working) {
      working = true;
      lastInputNanos = atNanos;
      toldNanos = nowNanos - TOLD_AT_MOST_EVERY_NANOS;
      toldPointer = pointer;
      told.add(new InputSignal.Working(name, detail, atNanos, coverage));
      return;
    }
    if (atNanos - lastInputNanos <= SLACK_NANOS) {
      return;
    }
    final int moved = moved(kind, pointer);
    // Input soon after that adds nothing is left to the next poll.
    if (nowNanos - toldNanos < TOLD_AT_MOST_EVERY_NANOS
        && (toldMore || moved != InputSignal.Activity.MORE)) {
      return;
    }
    told.add(new InputSignal.Activity(name, atNanos, kind, moved));
    lastInputNanos = atNanos;
    toldNanos = nowNanos;
    toldMore = moved == InputSignal.Activity.MORE;
    toldPointer = pointer;
  }

  private int moved(InputSignal.Kind kind, @Nullable Pointer pointer) {
    if (kind != InputSignal.Kind.MOTION || pointer == null || toldPointer == null) {
      return InputSignal.Activity.MORE;
    }
    return (int) Math.ceil(pointer.distance(toldPointer));
  }

  /**
   * How long the next poll may wait.
   *
   * @param guestMayRun otherwise a late poll delays nobody
   */
  public Duration pause(long nowNanos, boolean guestMayRun) {
    final Duration wanted;
    if (!working) {
      wanted = PAUSE_WHILE_BLIND;
    } else if (nowNanos - lastInputNanos < ACTIVE_FOR_NANOS) {
      wanted = PAUSE_WHILE_ACTIVE;
    } else {
      wanted = guestMayRun ? shortestPause : PAUSE_ELSE;
    }
    return wanted.compareTo(shortestPause) < 0 ? shortestPause : wanted;
  }
}
