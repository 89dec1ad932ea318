package io.lull.cli.availability;

import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityView;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Stacked areas over time, and below them the hours of the week. */
public final class AvailabilityChart {
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 760;
  private static final int LEFT = 70;
  private static final int RIGHT = WIDTH - 40;
  private static final int TOP = 110;
  private static final int BOTTOM = 430;
  private static final int KEYS_WIDTH = 345;
  private static final int WEEK_TOP = 540;
  private static final int ROW = 24;
  private static final int HOURS = 24;
  private static final int MOST_TICKS = 8;
  private static final int MOST_LINES = 5;

  private static final Color INK = new Color(0x2B2F36);
  private static final Color QUIET = new Color(0x7A828E);
  private static final Color GRID = new Color(0xE4E7EB);
  private static final Color RUNNING = new Color(0x2F6DB5);
  private static final Color AVAILABLE = new Color(0x74C2A0);
  private static final Color OWNER = new Color(0xD3D6DB);
  private static final Color OFFLINE = new Color(0xF2F3F5);

  private final AvailabilityView view;
  private final ZoneId zone;
  private final Graphics2D pen;
  private final double most;

  private AvailabilityChart(AvailabilityView view, ZoneId zone, Graphics2D pen) {
    this.view = view;
    this.zone = zone;
    this.pen = pen;
    this.most =
        Math.max(
            1,
            view.getBucketsList().stream().mapToDouble(AvailabilityChart::total).max().orElse(0));
  }

  public static BufferedImage of(AvailabilityView view, ZoneId zone) {
    final BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    final Graphics2D pen = image.createGraphics();
    try {
      pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      pen.setRenderingHint(
          RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
      pen.setColor(Color.WHITE);
      pen.fillRect(0, 0, WIDTH, HEIGHT);
      new AvailabilityChart(view, zone, pen).draw();
    } finally {
      pen.dispose();
    }
    return image;
  }

  private static double total(AvailabilityBucket bucket) {
    return bucket.getRunning() + bucket.getAvailable() + bucket.getOwner() + bucket.getOffline();
  }

  private void draw() {
    title();
    area(AvailabilityChart::total, OFFLINE);
    area(b -> b.getRunning() + b.getAvailable() + b.getOwner(), OWNER);
    area(b -> b.getRunning() + b.getAvailable(), AVAILABLE);
    area(AvailabilityBucket::getRunning, RUNNING);
    nodesAxis();
    timeAxis();
    week();
  }

  private void title() {
    text("Machines over time", LEFT, 48, Font.BOLD, 22, INK);
    final DateTimeFormatter moment = DateTimeFormatter.ofPattern("d MMM yyyy HH:mm", Locale.ROOT);
    text(
        moment.format(at(view.getFrom())) + " to " + moment.format(at(view.getUntil())),
        LEFT,
        72,
        Font.PLAIN,
        14,
        QUIET);
    int x = RIGHT - KEYS_WIDTH;
    x = key("in use", RUNNING, x);
    x = key("available", AVAILABLE, x);
    x = key("owner", OWNER, x);
    key("offline", OFFLINE, x);
  }

  private int key(String name, Color colour, int x) {
    pen.setColor(colour);
    pen.fillRoundRect(x, 59, 14, 14, 4, 4);
    pen.setColor(QUIET);
    pen.drawRoundRect(x, 59, 14, 14, 4, 4);
    text(name, x + 21, 71, Font.PLAIN, 14, INK);
    return x + 21 + pen.getFontMetrics().stringWidth(name) + 24;
  }

  private ZonedDateTime at(long millis) {
    return Instant.ofEpochMilli(millis).atZone(zone);
  }

  private double x(long millis) {
    return LEFT
        + (RIGHT - LEFT)
            * ((double) (millis - view.getFrom()) / (view.getUntil() - view.getFrom()));
  }

  private double y(double nodes) {
    return BOTTOM - (BOTTOM - TOP) * nodes / most;
  }

  private void area(ToDoubleFunction<AvailabilityBucket> upTo, Color colour) {
    final Path2D path = new Path2D.Double();
    path.moveTo(LEFT, BOTTOM);
    for (final AvailabilityBucket bucket : view.getBucketsList()) {
      final double top = y(upTo.applyAsDouble(bucket));
      path.lineTo(x(bucket.getAt()), top);
      path.lineTo(x(Math.min(view.getUntil(), bucket.getAt() + view.getBucketMillis())), top);
    }
    path.lineTo(RIGHT, BOTTOM);
    path.closePath();
    pen.setColor(colour);
    pen.fill(path);
  }

  private void nodesAxis() {
    final double step = step(most);
    for (double nodes = 0; nodes <= most; nodes += step) {
      pen.setColor(nodes == 0 ? QUIET : GRID);
      final int y = (int) Math.round(y(nodes));
      pen.drawLine(LEFT, y, RIGHT, y);
      final String label = Long.toString(Math.round(nodes));
      right(label, LEFT - 10, y + 5);
    }
  }

  /** A round number of nodes between two lines. */
  private static double step(double most) {
    for (double decade = 1; ; decade *= 10) {
      for (final double round : List.of(1.0, 2.0, 5.0)) {
        if (most <= MOST_LINES * round * decade) {
          return round * decade;
        }
      }
    }
  }

  private void timeAxis() {
    final Duration whole = Duration.ofMillis(view.getUntil() - view.getFrom());
    final Duration step =
        List.of(
                Duration.ofMinutes(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(15),
                Duration.ofHours(1),
                Duration.ofHours(3),
                Duration.ofHours(6),
                Duration.ofDays(1),
                Duration.ofDays(7),
                Duration.ofDays(28))
            .stream()
            .filter(each -> whole.dividedBy(each) <= MOST_TICKS)
            .findFirst()
            .orElse(Duration.ofDays(91));
    final DateTimeFormatter form =
        DateTimeFormatter.ofPattern(
            step.compareTo(Duration.ofDays(1)) < 0 ? "EEE HH:mm" : "d MMM", Locale.ROOT);
    ZonedDateTime tick = at(view.getFrom()).truncatedTo(ChronoUnit.DAYS);
    while (tick.toInstant().toEpochMilli() <= view.getUntil()) {
      final long millis = tick.toInstant().toEpochMilli();
      if (millis >= view.getFrom()) {
        final int x = (int) Math.round(x(millis));
        pen.setColor(QUIET);
        pen.drawLine(x, BOTTOM, x, BOTTOM + 6);
        centred(form.format(tick), x, BOTTOM + 24);
      }
      tick = tick.plus(step);
    }
  }

  private void week() {
    text(
        "Machines available to jobs, by hour of the week", LEFT, WEEK_TOP - 38, Font.BOLD, 16, INK);
    final double cell = (double) (RIGHT - LEFT) / HOURS;
    for (int hour = 0; hour < HOURS; hour += 3) {
      centred(String.format(Locale.ROOT, "%02d", hour), (int) (LEFT + hour * cell), WEEK_TOP - 10);
    }
    for (int day = 0; day < DayOfWeek.values().length; day++) {
      right(
          DayOfWeek.of(day + 1).getDisplayName(TextStyle.SHORT, Locale.ROOT),
          LEFT - 10,
          WEEK_TOP + day * ROW + 17);
      for (int hour = 0; hour < HOURS; hour++) {
        final int index = day * HOURS + hour;
        final double part =
            index < view.getByHourOfWeekCount() ? view.getByHourOfWeek(index) : Double.NaN;
        pen.setColor(shade(part));
        pen.fill(
            new Rectangle2D.Double(
                LEFT + hour * cell + 1, WEEK_TOP + day * ROW + 1, cell - 2, ROW - 2));
      }
    }
  }

  private static Color shade(double part) {
    if (Double.isNaN(part)) {
      return OFFLINE;
    }
    final double most = Math.clamp(part, 0.0, 1.0);
    return new Color(
        mixed(OWNER.getRed(), AVAILABLE.getRed(), most),
        mixed(OWNER.getGreen(), AVAILABLE.getGreen(), most),
        mixed(OWNER.getBlue(), AVAILABLE.getBlue(), most));
  }

  private static int mixed(int from, int to, double part) {
    return (int) Math.round(from + (to - from) * part);
  }

  private void text(String text, int x, int y, int style, int size, Color colour) {
    pen.setFont(new Font(Font.SANS_SERIF, style, size));
    pen.setColor(colour);
    pen.drawString(text, x, y);
  }

  private void right(String text, int x, int y) {
    pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    text(text, x - pen.getFontMetrics().stringWidth(text), y, Font.PLAIN, 13, QUIET);
  }

  private void centred(String text, int x, int y) {
    pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
    text(text, x - pen.getFontMetrics().stringWidth(text) / 2, y, Font.PLAIN, 13, QUIET);
  }
}
