package io.lull.scheduling.habit;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.format.TextStyle;
import java.util.Locale;

/**
 * For how long an owner who is away is likely to stay away.
 *
 * @param awayFor for how long they have been away
 */
public record Outlook(StayCurve stay, Duration awayFor, Ground ground) {
  /** What is longer is not told apart. */
  public static final Duration LONGEST = Duration.ofDays(7);

  private static final double NEARLY_ALWAYS = 0.9;
  private static final double MOSTLY = 0.6;
  private static final double SELDOM = 0.4;

  /** With less nothing is said of an hour, or of the node. */
  private static final double TELLING_HOURS = 1;

  private static final long ROUND_MINUTES = 5;
  private static final long MINUTES_AN_HOUR = 60;
  private static final double HOUR_MILLIS = 3_600_000;
  private static final long LONG_HOURS = 36;

  /**
   * What this goes by.
   *
   * @param hour of that day
   * @param seenHours for how long they were away in that hour of the week, older times counting
   *     less
   * @param allSeenHours the same, of all hours
   */
  record Ground(DayOfWeek day, int hour, double seenHours, double allSeenHours) {}

  /** Until it is as likely as not that they have come back; a week at most. */
  public Duration likely() {
    return stay.median(LONGEST);
  }

  /** A clause such as {@code likely to stay idle for about 3 h: on Fridays after 14:00 it …}. */
  public String sentence() {
    return "likely to stay idle for about " + about(likely()) + ": " + because();
  }

  private String because() {
    if (ground.allSeenHours() < TELLING_HOURS) {
      return "little is known about its owner yet, so this is a general estimate";
    }
    final String then =
        String.format(
            Locale.ROOT,
            "%ss after %d:00",
            ground.day().getDisplayName(TextStyle.FULL, Locale.ENGLISH),
            ground.hour());
    if (ground.seenHours() < TELLING_HOURS) {
      return "little is known about " + then + ", so this is estimated from its other hours";
    }
    final String so = awayFor.toMinutes() < ROUND_MINUTES ? "" : ", idle for " + about(awayFor);
    return "on " + then + so + ", it " + often() + " for an hour";
  }

  private String often() {
    final double nextHour = stay.survival(HOUR_MILLIS);
    if (nextHour >= NEARLY_ALWAYS) {
      return "nearly always stays so";
    }
    if (nextHour >= MOSTLY) {
      return "usually stays so";
    }
    return nextHour >= SELDOM ? "stays so about half of the time" : "rarely stays so";
  }

  /** Of so long a time nobody knows the minutes. */
  public static String about(Duration time) {
    final long minutes = time.toMinutes();
    if (minutes < ROUND_MINUTES) {
      return "a few minutes";
    }
    final long rounded = (minutes + ROUND_MINUTES / 2) / ROUND_MINUTES * ROUND_MINUTES;
    if (rounded < MINUTES_AN_HOUR) {
      return rounded + " min";
    }
    final long hours = (minutes + MINUTES_AN_HOUR / 2) / MINUTES_AN_HOUR;
    if (hours < LONG_HOURS) {
      return hours + " h";
    }
    final long days = (hours + NodeHabit.HOURS_A_DAY / 2) / NodeHabit.HOURS_A_DAY;
    return days + " days";
  }
}
