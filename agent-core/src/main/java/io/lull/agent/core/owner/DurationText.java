package io.lull.agent.core.owner;

import io.lull.platform.input.InputSignal.Engagement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats durations and shares for people. */
final class DurationText {
  private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter OTHER_DAY =
      DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ENGLISH);

  /** Why the node takes no other guests. */
  static final String LAST = "its owner pauses Lull when the running job has ended";

  private DurationText() {}

  /** {@code 4 min 57 s}. */
  static String lasting(Duration duration) {
    final long seconds = Math.max(0, (duration.toMillis() + 500) / 1000);
    if (seconds < 60) {
      return seconds + " s";
    }
    final long minutes = seconds / 60;
    if (minutes < 60) {
      return minutes + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
    }
    final long hours = minutes / 60;
    return hours + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
  }

  static String unwelcome(String user) {
    return "jobs of " + user + " are not admitted on this computer";
  }

  static String clock(long epochMillis, long nowEpochMillis, ZoneId zone) {
    final var at = Instant.ofEpochMilli(epochMillis).atZone(zone);
    final var now = Instant.ofEpochMilli(nowEpochMillis).atZone(zone);
    return (at.toLocalDate().equals(now.toLocalDate()) ? TODAY : OTHER_DAY).format(at);
  }

  /** {@code Firefox keeps the screen on (playing a video)}. */
  static String engaged(Engagement how, String by) {
    final int colon = by.indexOf(": ");
    final String who = by.isEmpty() ? "a program" : colon < 0 ? by : by.substring(0, colon);
    final String why = colon < 0 ? "" : " (" + by.substring(colon + 2) + ")";
    return switch (how) {
      case SCREEN_KEPT_ON -> who + " keeps the screen on" + why;
      case FULL_SCREEN -> who + " runs in full screen" + why;
      case MICROPHONE -> who + " uses the microphone" + why;
      case CAMERA -> who + " uses the camera" + why;
      case REMOTE_DESKTOP ->
          by.isEmpty() ? "somebody works here remotely" : who + " works here remotely" + why;
    };
  }

  static String percent(double share) {
    return Math.round(share * 100) + " %";
  }
}
