package io.lull.simulator.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * When the owner of an {@link OfficeDay} is to be taken as present, by the rules of their settings.
 */
public final class DayTruth {
  private static final int SECONDS_A_MINUTE = 60;
  private static final int KNOCK_PIXELS = 16;
  private static final long STILL_MILLIS = Duration.ofMinutes(10).toMillis();

  private DayTruth() {}

  /** Of one minute. */
  public enum Minute {
    PRESENT,
    AWAY,
    /** It changes in this minute, or the rules leave room. */
    EITHER
  }

  /**
   * @param lockedIdleAfter instead of idleAfter, while everybody's screen is locked
   * @param window of the load: so long after it rises or falls, either answer is right
   * @param busy thousandths of all cores above which the owner's programs count
   */
  public record Rules(
      Duration idleAfter,
      Duration lockedIdleAfter,
      Duration window,
      int busy,
      boolean ignoreKnocks) {}

  /** Minute by minute. */
  public static List<Minute> of(List<OwnerEvent> day, Rules rules) {
    final Onlooker onlooker = new Onlooker(rules);
    final List<Minute> minutes = new ArrayList<>();
    int next = 0;
    for (long minute = 0; minute < OfficeDay.MILLIS; minute += SECONDS_A_MINUTE * 1000L) {
      boolean everPresent = false;
      boolean everAway = minute == 0;
      for (int second = 1; second <= SECONDS_A_MINUTE; second++) {
        final long at = minute + second * 1000L;
        while (next < day.size() && day.get(next).atMillis() <= at) {
          onlooker.see(day.get(next++));
        }
        everPresent |= !onlooker.away(at);
        everAway |= !onlooker.present(at);
      }
      minutes.add(!everAway ? Minute.PRESENT : everPresent ? Minute.EITHER : Minute.AWAY);
    }
    return minutes;
  }

  private static final class Onlooker {
    private final Rules rules;
    private long signMillis = Long.MIN_VALUE / 2;
    private long anythingMillis = Long.MIN_VALUE / 2;
    private long loadSinceMillis;
    private long busyEndedMillis = Long.MIN_VALUE / 2;
    private boolean busy;
    private boolean locked;
    private boolean remote;
    private boolean inCall;

    Onlooker(Rules rules) {
      this.rules = rules;
    }

    void see(OwnerEvent h) {
      switch (h.what()) {
        case LOCK -> locked = true;
        case UNLOCK -> {
          locked = false;
          sign(h);
        }
        case CALL_BEGINS -> inCall = true;
        case CALL_ENDS -> {
          inCall = false;
          sign(h);
        }
        case LOAD -> {
          if (busy && h.value() <= rules.busy()) {
            busyEndedMillis = h.atMillis();
          }
          busy = h.value() > rules.busy();
          loadSinceMillis = h.atMillis();
        }
        case REMOTE_LOGIN -> {
          remote = true;
          sign(h);
        }
        case REMOTE_LOGOUT -> remote = false;
        case KNOCK -> {
          final boolean ignored =
              rules.ignoreKnocks()
                  && h.value() < KNOCK_PIXELS
                  && h.atMillis() - anythingMillis >= STILL_MILLIS;
          if (ignored) {
            anythingMillis = h.atMillis();
          } else {
            sign(h);
          }
        }
        case KEY, MOTION, REMOTE_KEY -> sign(h);
      }
    }

    private void sign(OwnerEvent h) {
      signMillis = h.atMillis();
      anythingMillis = h.atMillis();
    }

    private long leastMillis() {
      return (locked && !remote ? rules.lockedIdleAfter() : rules.idleAfter()).toMillis();
    }

    private boolean recently(long at) {
      return at - signMillis < leastMillis();
    }

    /** Programs were busy, if for long enough to be noticed. */
    private boolean recentlyBusy(long at) {
      return at - busyEndedMillis <= leastMillis() + rules.window().toMillis() + 2000;
    }

    private boolean unsettled(long at) {
      return at - loadSinceMillis <= rules.window().toMillis() + 2000;
    }

    boolean present(long at) {
      return inCall || recently(at) || (busy && !unsettled(at));
    }

    boolean away(long at) {
      return !inCall && !recently(at) && !busy && !unsettled(at) && !recentlyBusy(at);
    }
  }
}
