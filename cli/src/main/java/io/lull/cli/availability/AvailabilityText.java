package io.lull.cli.availability;

import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Screen;
import io.lull.cli.text.TextStyle;
import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityView;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A line for each part of the time, with a bar. */
public final class AvailabilityText {
  private static final int MOST_LINES = 24;
  private static final int MOST_CELLS = 40;
  private static final int LEAST_CELLS = 10;

  /** The time before the bar and the numbers after it. */
  private static final int OTHER_COLUMNS = 70;

  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ROOT);

  private AvailabilityText() {}

  public static String of(AvailabilityView view, Screen screen, ZoneId zone) {
    final StringBuilder text = new StringBuilder();
    final Means all = Means.of(view, view.getBucketsList());
    text.append(
        String.format(
            Locale.ROOT,
            "%.1f machines over %s: on average %.1f in use, %.1f available, %.1f with their owners,"
                + " %.1f offline%n%n",
            all.total(),
            HumanFormat.duration(Duration.ofMillis(view.getUntil() - view.getFrom())),
            all.running(),
            all.available(),
            all.owner(),
            all.offline()));
    text.append(
        String.format(
            "           %s in use   %s available   %s owner%n",
            TextStyle.BUSY.on(screen, "█"),
            TextStyle.GOOD.on(screen, "▓"),
            TextStyle.QUIET.on(screen, "░")));
    final List<List<AvailabilityBucket>> lines = lines(view.getBucketsList());
    final int together = lines.isEmpty() ? 1 : lines.getFirst().size();
    if (together > 1) {
      text.append(
          String.format(
              "           a row is %s, the mean of %d intervals (--csv has all)%n",
              HumanFormat.duration(Duration.ofMillis(together * view.getBucketMillis())),
              together));
    }
    final double most =
        lines.stream().mapToDouble(line -> Means.of(view, line).total()).max().orElse(0);
    final int cells = Math.clamp(screen.columns() - OTHER_COLUMNS, LEAST_CELLS, MOST_CELLS);
    for (final List<AvailabilityBucket> line : lines) {
      final Means means = Means.of(view, line);
      final long at = line.getFirst().getAt();
      text.append(MOMENT.format(Instant.ofEpochMilli(at).atZone(zone)))
          .append("  ")
          .append(bar(means, most, cells, screen))
          .append(
              String.format(
                  Locale.ROOT,
                  " %5.1f in use %5.1f available %5.1f owner %5.1f offline%n",
                  means.running(),
                  means.available(),
                  means.owner(),
                  means.offline()));
    }
    return text.toString();
  }

  private static String bar(Means means, double most, int cells, Screen screen) {
    final int running = cells(means.running() / most, cells);
    final int available = cells((means.running() + means.available()) / most, cells) - running;
    final int owner = cells((means.total() - means.offline()) / most, cells) - running - available;
    return TextStyle.BUSY.on(screen, "█".repeat(running))
        + TextStyle.GOOD.on(screen, "▓".repeat(available))
        + TextStyle.QUIET.on(screen, "░".repeat(owner))
        + " ".repeat(cells - running - available - owner);
  }

  private static int cells(double part, int cells) {
    return Double.isNaN(part) ? 0 : (int) Math.min(cells, Math.round(part * cells));
  }

  /** Combines neighbours, so that it fits on a screen. */
  private static List<List<AvailabilityBucket>> lines(List<AvailabilityBucket> buckets) {
    final int together = Math.max(1, Math.ceilDiv(buckets.size(), MOST_LINES));
    final List<List<AvailabilityBucket>> lines = new ArrayList<>();
    for (int from = 0; from < buckets.size(); from += together) {
      lines.add(buckets.subList(from, Math.min(from + together, buckets.size())));
    }
    return lines;
  }

  /** Combines several buckets, the last of which may be shorter. */
  private record Means(double owner, double available, double running, double offline) {
    static Means of(AvailabilityView view, List<AvailabilityBucket> buckets) {
      double millis = 0;
      double owner = 0;
      double available = 0;
      double running = 0;
      double offline = 0;
      for (final AvailabilityBucket bucket : buckets) {
        final double length = Math.min(view.getBucketMillis(), view.getUntil() - bucket.getAt());
        millis += length;
        owner += bucket.getOwner() * length;
        available += bucket.getAvailable() * length;
        running += bucket.getRunning() * length;
        offline += bucket.getOffline() * length;
      }
      final double whole = Math.max(1, millis);
      return new Means(owner / whole, available / whole, running / whole, offline / whole);
    }

    double total() {
      return owner + available + running + offline;
    }
  }
}
