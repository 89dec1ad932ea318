package io.lull.scheduling.habit;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;

/**
 * Estimates when one node's owner returns: of each hour of the week it is known for how long the
 * owner was away in it, all in all, and how often they came back in it. What is older counts less.
 *
 * <p>From these follows how likely it is that the owner comes back within the next moment of that
 * hour (a rate of hazard that is constant within the hour: a piecewise exponential model, Friedman
 * 1982), the less so the longer they have been away ({@link Ageing}); and from the rates of the
 * hours to come for how long they are likely to stay away: until it is as likely as not that they
 * have come.
 *
 * <p>An hour of which little was seen goes by the same hour of other days of its kind, these by all
 * hours of the node, and these by what is usual: each counts as so much of the next (a gamma
 * prior).
 */
public final class NodeHabit {
  static final int HOURS_A_DAY = 24;
  static final int HOURS_A_WEEK = 7 * HOURS_A_DAY;

  /** A node of which nothing was heard for less may have stayed as it was. */
  private static final Duration SHORT_SILENCE = Duration.ofMinutes(10);

  /** Of a longer stretch only the last so much is taken down. */
  private static final Duration LONGEST_STRETCH = Duration.ofDays(28);

  private static final double MILLIS_AN_HOUR = Duration.ofHours(1).toMillis();

  /** An hour has one rate, or two where an absence comes to another age in it, and rounding. */
  private static final int MOST_STEPS = 2 * HOURS_A_WEEK;

  /** So that rounding holds up nothing. */
  private static final double LEAST_STEP_HOURS = 1e-6;

  private final ZoneId zone;
  private final Ageing ageing;
  private final float[] awayHours = new float[HOURS_A_WEEK];
  private final float[] returns = new float[HOURS_A_WEEK];
  private final Forgetting forgetting = new Forgetting();
  private Presence presence = Presence.UNKNOWN;
  private long awaySinceMillis;
  private long seenMillis;

  /** When nothing was heard any more of a node whose owner was away; 0: that is not so. */
  private long silentMillis;

  /**
   * @param zone that hours of the week are reckoned in
   * @param ageing of the absences of all owners
   */
  public NodeHabit(ZoneId zone, Ageing ageing) {
    this.zone = zone;
    this.ageing = ageing;
  }

  /** From this moment on the owner is there, or away. Moments come in their order. */
  public void note(Presence next, long atMillis) {
    final long at = Math.max(atMillis, seenMillis);
    seeTo(at);
    final boolean wasAway = presence == Presence.AWAY;
    final boolean lasted = silentMillis > 0 && at - silentMillis >= SHORT_SILENCE.toMillis();
    // An owner who switches a computer off, or uses it at once, had come back to it.
    final boolean backBefore =
        silentMillis > 0 && (next == Presence.THERE || (next == Presence.AWAY && lasted));
    if (backBefore) {
      back(silentMillis);
    } else if (wasAway && next == Presence.THERE) {
      back(at);
    }
    if (next == Presence.AWAY && !wasAway && (silentMillis == 0 || backBefore)) {
      awaySinceMillis = at;
    }
    if (next != Presence.UNKNOWN) {
      silentMillis = 0;
    } else if (wasAway) {
      silentMillis = at;
    }
    presence = next;
  }

  /** Nothing has changed until now. */
  public void seeTo(long nowMillis) {
    if (presence == Presence.AWAY && nowMillis > seenMillis) {
      final Rates rates = new Rates(awayHours, returns);
      long from = Math.max(seenMillis, nowMillis - LONGEST_STRETCH.toMillis());
      while (from < nowMillis) {
        final ZonedDateTime local = Instant.ofEpochMilli(from).atZone(zone);
        final double age = (from - awaySinceMillis) / MILLIS_AN_HOUR;
        final double hours =
            Math.min(
                (nowMillis - from) / MILLIS_AN_HOUR,
                Math.min(1 - begun(local), Ageing.hoursLeft(age)));
        final int hour = hour(local);
        fade(local);
        ageing.away(age, hours * rates.of(hour), local.toLocalDate());
        awayHours[hour] += (float) hours;
        from += Math.max(1, Math.round(hours * MILLIS_AN_HOUR));
      }
    }
    seenMillis = Math.max(seenMillis, nowMillis);
  }

  private void back(long atMillis) {
    final ZonedDateTime local = Instant.ofEpochMilli(atMillis).atZone(zone);
    fade(local);
    ageing.back((atMillis - awaySinceMillis) / MILLIS_AN_HOUR, local.toLocalDate());
    returns[hour(local)]++;
  }

  private void fade(ZonedDateTime local) {
    final float factor = (float) forgetting.factor(local.toLocalDate());
    for (int h = 0; factor < 1 && h < HOURS_A_WEEK; h++) {
      awayHours[h] *= factor;
      returns[h] *= factor;
    }
  }

  private static int hour(ZonedDateTime local) {
    return (local.getDayOfWeek().getValue() - 1) * HOURS_A_DAY + local.getHour();
  }

  /** Which part of the hour is over. */
  private static double begun(ZonedDateTime local) {
    return local.truncatedTo(ChronoUnit.HOURS).until(local, ChronoUnit.MILLIS) / MILLIS_AN_HOUR;
  }

  /** The expectation for an owner who is away at that moment. */
  public Outlook outlook(long nowMillis) {
    final ZonedDateTime local = Instant.ofEpochMilli(nowMillis).atZone(zone);
    final Rates rates = new Rates(awayHours, returns);
    final int first = hour(local);
    final double awayFor =
        presence == Presence.AWAY ? Math.max(0, nowMillis - awaySinceMillis) / MILLIS_AN_HOUR : 0;
    return new Outlook(
        stay(local, awayFor, rates),
        Duration.ofMillis((long) (MILLIS_AN_HOUR * awayFor)),
        new Outlook.Ground(local.getDayOfWeek(), local.getHour(), awayHours[first], rates.hours()));
  }

  private StayCurve stay(ZonedDateTime local, double awayFor, Rates rates) {
    final int first = hour(local);
    final double begun = begun(local);
    final double[] ends = new double[MOST_STEPS];
    final double[] perMilli = new double[MOST_STEPS];
    int steps = 0;
    double hazard = 0;
    double ahead = 0;
    while (ahead < HOURS_A_WEEK && hazard < StayCurve.HARDLY_ANYBODY && steps < MOST_STEPS) {
      final int whole = (int) (begun + ahead);
      final double age = awayFor + ahead;
      final double rate = rates.of((first + whole) % HOURS_A_WEEK) * ageing.factor(age);
      final double hours =
          Math.max(LEAST_STEP_HOURS, Math.min(whole + 1 - begun - ahead, Ageing.hoursLeft(age)));
      hazard += rate * hours;
      ahead += hours;
      ends[steps] = ahead * MILLIS_AN_HOUR;
      perMilli[steps] = rate / MILLIS_AN_HOUR;
      steps++;
    }
    return StayCurve.of(Arrays.copyOf(ends, steps), Arrays.copyOf(perMilli, steps));
  }
}
