package io.lull.tray.cluster.past;

import io.lull.client.ClientFailure;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.tray.chart.BucketLength;
import io.lull.tray.chart.HistoryCache;
import io.lull.tray.chart.HistoryTile;
import io.lull.tray.chart.HoursOfWeek;
import io.lull.tray.chart.MachineUse;
import io.lull.tray.chart.Span;
import io.lull.tray.chart.Tick;
import io.lull.tray.chart.TimeTicks;
import io.lull.tray.chart.UseBucket;
import io.lull.tray.export.Csv;
import io.lull.tray.export.Export;
import io.lull.tray.grid.GridAccess;
import io.lull.tray.model.UiThread;
import io.lull.tray.text.Phrases;
import io.lull.tray.text.Texts;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** How many nodes were in which use: fetched in tiles, wider than the visible range, and cached. */
public final class PastViewModel {
  /** Further tiles are requested when these have arrived. */
  private static final int MAX_ASKED_AT_ONCE = 4;

  /** The period of the hours of the week. */
  static final Duration WEEKS = Duration.ofDays(84);

  /** From this length on, the period's ends are given as days. */
  private static final Duration DAYS_ALONE = Duration.ofDays(3);

  private static final Duration WEEKS_AFRESH = Duration.ofMinutes(30);
  private static final Duration FRESHEST = Duration.ofSeconds(4);
  private static final Duration STALEST = Duration.ofMinutes(5);
  private static final Duration AGAIN = Duration.ofSeconds(5);

  /** The missing part of an unfinished bucket. */
  private static final int PARTS_OF_BUCKET = 8;

  private final GridAccess grid;
  private final UiThread uiThread;
  private final Phrases phrases;
  private final Texts texts;
  private final Clock clock;
  private final VisibleRangeModel sight;
  private final HistoryCache past;
  private final Set<HistoryTile> asked = new HashSet<>();
  private final ReadOnlyObjectWrapper<ChartContent> picture;
  private final ReadOnlyObjectWrapper<HoursOfWeek> hours =
      new ReadOnlyObjectWrapper<>(HoursOfWeek.NONE);
  private final ReadOnlyStringWrapper best;
  private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
  private boolean inSight;
  private boolean hoursAsked;
  private long hoursKnownNanos;
  private boolean hoursKnown;
  private long againNanos;

  public PastViewModel(
      GridAccess grid, UiThread uiThread, Phrases phrases, Clock clock, VisibleRangeModel sight) {
    this.grid = grid;
    this.uiThread = uiThread;
    this.phrases = phrases;
    this.texts = Texts.of("cluster", phrases.texts().locale());
    this.clock = clock;
    this.sight = sight;
    this.againNanos = clock.nanos();
    this.past = new HistoryCache(offset());
    this.picture =
        new ReadOnlyObjectWrapper<>(ChartContent.of(sight.sight().span(), List.of(), false));
    this.best = new ReadOnlyStringWrapper(texts.say("best.unknown"));
    sight.sightProperty().subscribe((_, _) -> look());
  }

  /** The offset with which local midnights are full days. */
  private long offset() {
    return phrases.local(clock.epochMillis()).getOffset().getTotalSeconds() * 1000L;
  }

  public void inSight(boolean now) {
    inSight = now;
    if (now) {
      look();
    }
  }

  /** Call this every few seconds while it is visible. */
  public void tick() {
    sight.tick();
    look();
  }

  private void look() {
    if (inSight && clock.nanos() - againNanos >= 0) {
      fetch();
    }
    draw();
  }

  private void fetch() {
    final Span span = sight.sight().span();
    final List<HistoryTile> seen = HistoryTile.of(BucketLength.of(span), span, past.offsetMillis());
    seen.forEach(this::fetchIfOld);
    if (seen.stream().anyMatch(tile -> past.of(tile).isEmpty())) {
      // The visible tiles are requested first.
      return;
    }
    fetchHours();
    // The neighbouring tiles, for when the range moves.
    fetchIfOld(seen.getFirst().before());
    fetchIfOld(seen.getLast().after());
  }

  private void draw() {
    final Span span = sight.sight().span();
    final BucketLength level = BucketLength.of(span);
    final ChartContent next =
        ChartContent.of(
            span,
            past.known(level, span),
            HistoryTile.of(level, span, past.offsetMillis()).stream()
                .allMatch(tile -> past.of(tile).isPresent()));
    if (!next.equals(picture.get())) {
      picture.set(next);
    }
    if (next.whole()) {
      next.buckets().stream()
          .filter(bucket -> bucket.total() > 0)
          .findFirst()
          .ifPresent(first -> sight.beginAt(first.fromMillis()));
    }
  }

  private void fetchIfOld(HistoryTile tile) {
    final long now = clock.epochMillis();
    final Span span = tile.span(past.offsetMillis());
    final boolean known =
        past.of(tile)
            .filter(kept ->
                kept.untilMillis() >= span.untilMillis()
                    || now - kept.askedMillis() < staleness(tile))
            .isPresent();
    if (span.fromMillis() >= now
        || known
        || asked.size() >= MAX_ASKED_AT_ONCE
        || !asked.add(tile)) {
      return;
    }
    uiThread.answer(
        grid.availability(
            Math.max(0, span.fromMillis()), span.untilMillis(), tile.level().bucket()),
        view -> {
          asked.remove(tile);
          problem.set("");
          past.keep(tile, new HistoryCache.Known(buckets(view), view.getUntil(), now));
          look();
        },
        failure -> {
          asked.remove(tile);
          failed(failure);
        });
  }

  private static long staleness(HistoryTile tile) {
    return Math.clamp(
        tile.level().millis() / PARTS_OF_BUCKET, FRESHEST.toMillis(), STALEST.toMillis());
  }

  private void fetchHours() {
    final boolean fresh = hoursKnown && clock.nanos() - hoursKnownNanos < WEEKS_AFRESH.toNanos();
    if (hoursAsked || fresh) {
      return;
    }
    hoursAsked = true;
    final long hour = Duration.ofHours(1).toMillis();
    final long now = clock.epochMillis();
    final long until = Math.ceilDiv(now + past.offsetMillis(), hour) * hour - past.offsetMillis();
    uiThread.answer(
        grid.availability(until - WEEKS.toMillis(), until, Duration.ofHours(1)),
        view -> {
          hoursAsked = false;
          hoursKnown = true;
          hoursKnownNanos = clock.nanos();
          hours.set(HoursOfWeek.of(buckets(view), phrases.zone()));
          best.set(
              hours.get().best().map(this::sentence).orElseGet(() -> texts.say("best.unknown")));
        },
        failure -> {
          hoursAsked = false;
          failed(failure);
        });
  }

  private void failed(Throwable failure) {
    againNanos = clock.nanos() + AGAIN.toNanos();
    problem.set(ClientFailure.lineOf(failure));
  }

  private static List<UseBucket> buckets(AvailabilityView view) {
    final List<UseBucket> buckets = new ArrayList<>();
    view.getBucketsList()
        .forEach(each ->
            buckets.add(
                new UseBucket(
                    each.getAt(),
                    Math.min(each.getAt() + view.getBucketMillis(), view.getUntil()),
                    each.getRunning(),
                    each.getAvailable(),
                    each.getOwner(),
                    each.getOffline())));
    return buckets;
  }

  private String sentence(HoursOfWeek.Best hour) {
    return texts.say(
        "best",
        texts.say("on-day." + hour.day()),
        phrases.hourOfDay(hour.hour()),
        Math.round(hour.idle()),
        Math.round(hour.nodes()));
  }

  /** The description of an hour of the week. */
  public String reading(int day, int hour) {
    final HoursOfWeek known = hours.get();
    final String when =
        texts.say("hour-of-week", texts.say("on-day." + day), phrases.hourOfDay(hour));
    return known.known(day, hour)
        ? texts.say(
            "hour.reading",
            when,
            Math.round(known.idle(day, hour)),
            Math.round(known.nodes(day, hour)))
        : texts.say("hour.unknown", when);
  }

  /** The time of a bucket. */
  public String when(UseBucket bucket) {
    final long now = clock.epochMillis();
    return bucket.untilMillis() - bucket.fromMillis() >= BucketLength.QUARTER_DAY.millis()
        ? phrases.date(bucket.fromMillis())
        : texts.say(
            "from-until",
            phrases.moment(bucket.fromMillis(), now),
            phrases.time(bucket.untilMillis()));
  }

  /** The visible range, in words. */
  public String whenInSight() {
    final Span span = sight.sight().span();
    return texts.say(
        "from-until",
        end(span.fromMillis()),
        sight.sight().following() ? texts.say("now") : end(span.untilMillis()));
  }

  /** With minutes only where days are not precise enough. */
  private String end(long atMillis) {
    return sight.sight().span().lengthMillis() < DAYS_ALONE.toMillis()
        ? phrases.moment(atMillis, clock.epochMillis())
        : phrases.date(atMillis);
  }

  /** Numbers of nodes in words. */
  public String number(double nodes) {
    return texts.say("number", nodes);
  }

  /** The period of the mean values, while nothing is under the pointer. */
  public String whenOnAverage() {
    return texts.say("on-average", whenInSight());
  }

  /** The visible content, for screen readers. */
  public String summary() {
    return picture
        .get()
        .mean()
        .map(mean -> reading(whenOnAverage(), mean))
        .orElseGet(() -> texts.say("chart.empty", whenInSight()));
  }

  /** The content under the pointer, for screen readers. */
  public String reading(UseBucket bucket) {
    return reading(when(bucket), bucket);
  }

  private String reading(String when, UseBucket bucket) {
    return texts.say(
        "chart.reading",
        when,
        number(bucket.running()),
        number(bucket.available()),
        number(bucket.owner()),
        number(bucket.offline()));
  }

  /** The lines of the time axis. */
  public List<Tick> ticks(int most) {
    return TimeTicks.of(picture.get().span(), phrases, most);
  }

  /** The visible content, for a spreadsheet. */
  public String csv() {
    final ZoneId zone = phrases.zone();
    final Csv csv = new Csv().row("from", "until", "running", "available", "owner", "offline");
    for (final UseBucket bucket : picture.get().buckets()) {
      csv.row(
          stamp(bucket.fromMillis(), zone),
          stamp(bucket.untilMillis(), zone),
          plain(bucket.of(MachineUse.RUNNING)),
          plain(bucket.of(MachineUse.AVAILABLE)),
          plain(bucket.of(MachineUse.OWNER)),
          plain(bucket.of(MachineUse.OFFLINE)));
    }
    return csv.text();
  }

  /** Writes the content to files. */
  public Export export() {
    return new Export(uiThread, texts);
  }

  private static String stamp(long atMillis, ZoneId zone) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
        Instant.ofEpochMilli(atMillis).atZone(zone));
  }

  private static String plain(double nodes) {
    return String.format(Locale.ROOT, "%.3f", nodes);
  }

  public VisibleRangeModel sight() {
    return sight;
  }

  public Texts texts() {
    return texts;
  }

  public Phrases phrases() {
    return phrases;
  }

  public ReadOnlyObjectProperty<ChartContent> pictureProperty() {
    return picture.getReadOnlyProperty();
  }

  public ReadOnlyObjectProperty<HoursOfWeek> hoursProperty() {
    return hours.getReadOnlyProperty();
  }

  /** The hour with most idle nodes, in a sentence. */
  public ReadOnlyStringProperty bestProperty() {
    return best.getReadOnlyProperty();
  }

  /** Why the visible range could not be fetched; empty: it could. */
  public ReadOnlyStringProperty problemProperty() {
    return problem.getReadOnlyProperty();
  }
}
