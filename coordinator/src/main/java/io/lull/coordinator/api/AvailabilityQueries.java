package io.lull.coordinator.api;

import io.lull.coordinator.availability.Availability;
import io.lull.coordinator.availability.Availability.Window;
import io.lull.coordinator.availability.AvailabilityEvent;
import io.lull.coordinator.availability.NodeTimeline;
import io.lull.coordinator.availability.NodeUse;
import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.store.NodeArchive;
import io.lull.coordinator.core.store.NodeArchive.Turn;
import io.lull.coordinator.core.store.NodeHistory.Place;
import io.lull.coordinator.retention.HistoryTerms;
import io.lull.protocol.text.Durations;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.HistoryPart;
import io.lull.protocol.wire.HistoryRequest;
import io.lull.protocol.wire.LaneSpan;
import io.lull.protocol.wire.LanesRequest;
import io.lull.protocol.wire.LanesView;
import io.lull.protocol.wire.NodeEventList;
import io.lull.protocol.wire.NodeEventsRequest;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Queries of availability: how many nodes were available, and what each was used for. */
public final class AvailabilityQueries {
  private static final int MAX_BUCKETS = 10_000;
  private static final int MAX_LANES = 64;
  private static final int MAX_STEPS = 1000;
  private static final int MAX_EVENTS = 500;

  /** Of which events are sought in one call, and how many of them are in memory. */
  private static final int MAX_CHANGES_READ = 20_000;

  private static final int CHANGES_AT_ONCE = 2000;

  /** Each reads all that is kept of its time. */
  private static final int MAX_AT_ONCE = 2;

  /** Of each day whose changes are read one by one, beside what every such call costs. */
  static final int CALLS_PER_DAY = 3;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Semaphore reading = new Semaphore(MAX_AT_ONCE, true);
  private final NodeArchive past;
  private final HistoryTerms kept;
  private final Clock clock;
  private final ZoneId zone;

  /**
   * @param kept for how long it is known
   * @param zone that hours of the week are reckoned in
   */
  public AvailabilityQueries(NodeArchive past, HistoryTerms kept, Clock clock, ZoneId zone) {
    this.past = past;
    this.kept = kept;
    this.clock = clock;
    this.zone = zone;
  }

  /**
   * @param cost told as how many calls it counts besides
   * @throws IllegalArgumentException with one line when that cannot be told
   */
  AvailabilityView view(AvailabilityRequest request, IntConsumer cost) {
    final Duration bucket = Duration.ofMillis(request.getBucketMillis());
    if (bucket.toMillis() < 1) {
      throw new IllegalArgumentException("--bucket must be at least 1ms");
    }
    final long now = clock.epochMillis();
    final Window window =
        request.getFrom() == 0
            ? new Window(now - since(request.getSinceMillis()).toMillis(), now, bucket)
            : window(request.getFrom(), request.getUntil(), bucket);
    if (window.count() > MAX_BUCKETS) {
      throw new IllegalArgumentException(
          "this period has "
              + window.count()
              + " buckets, more than "
              + MAX_BUCKETS
              + ": use --bucket "
              + Durations.format(
                  Duration.ofSeconds(
                      Math.ceilDiv(
                          window.untilMillis() - window.fromMillis(),
                          MAX_BUCKETS * Duration.ofSeconds(1).toMillis())))
              + " or longer");
    }
    if (!window.ofHours()) {
      cost.accept(CALLS_PER_DAY * daysOfChanges(window, now));
    }
    final Availability availability = reading(() -> Availability.of(window, told(window), zone));
    final AvailabilityView.Builder view =
        AvailabilityView.newBuilder()
            .setFrom(window.fromMillis())
            .setUntil(window.untilMillis())
            .setBucketMillis(bucket.toMillis())
            .addAllByHourOfWeek(availability.byHourOfWeek());
    availability.buckets().forEach(each -> view.addBuckets(bucket(each)));
    return view.build();
  }

  /** Older ones are kept in hours only. */
  private int daysOfChanges(Window window, long now) {
    final long exactFrom = now - kept.changes().toMillis();
    final long millis = window.untilMillis() - Math.max(window.fromMillis(), exactFrom);
    return (int) Math.max(0, Math.ceilDiv(millis, Duration.ofDays(1).toMillis()));
  }

  private NodeArchive.Stretch told(Window window) {
    return window.ofHours()
        ? past.inHours(window.fromMillis(), window.untilMillis())
        : past.between(window.fromMillis(), window.untilMillis());
  }

  private Duration since(long millis) {
    final Duration since = Duration.ofMillis(millis);
    if (since.toMillis() < 1 || since.compareTo(kept.hours()) > 0) {
      throw new IllegalArgumentException(
          "the history of availability covers "
              + kept.hours().toDays()
              + " days: --since must be between 1ms and that");
    }
    return since;
  }

  /** A stretch of time as far as it is over; nothing is known of what is not kept any more. */
  private Window window(long fromMillis, long untilMillis, Duration step) {
    final long until = Math.min(untilMillis, clock.epochMillis());
    if (fromMillis < 0 || fromMillis >= until || step.toMillis() < 1) {
      throw new IllegalArgumentException(
          "a period must begin before its end and before now, and its step must be" + " positive");
    }
    return new Window(fromMillis, until, step);
  }

  /**
   * What some nodes were used for, each by itself.
   *
   * @throws IllegalArgumentException with one line when that cannot be told
   */
  LanesView lanes(LanesRequest request) {
    final Window window =
        window(request.getFrom(), request.getUntil(), Duration.ofMillis(request.getStepMillis()));
    final List<String> nodes = request.getNodesList().stream().distinct().toList();
    if (nodes.isEmpty() || nodes.size() > MAX_LANES || window.count() > MAX_STEPS) {
      throw new IllegalArgumentException(
          "one query covers 1 to "
              + MAX_LANES
              + " nodes and at most "
              + MAX_STEPS
              + " steps: query fewer");
    }
    final List<NodeTimeline> lanes =
        reading(() ->
            NodeTimeline.of(
                window, past.lives(nodes, window.fromMillis(), window.untilMillis()), nodes));
    return LanesView.newBuilder()
        .setFrom(window.fromMillis())
        .setUntil(window.untilMillis())
        .addAllLanes(lanes.stream().map(AvailabilityQueries::lane).toList())
        .build();
  }

  /**
   * All that is kept change by change, one day after the other.
   *
   * @param parts none if nothing of that time is kept so
   * @throws IllegalArgumentException with one line when that cannot be told
   */
  void history(HistoryRequest request, Consumer<HistoryPart> parts) {
    final long until = clock.epochMillis();
    final NodeHistoryExport export = new NodeHistoryExport(parts);
    for (long from = until - since(request.getSinceMillis()).toMillis(); from < until; ) {
      final long begin = from;
      final long end = Math.min(until, begin + Duration.ofDays(1).toMillis());
      export.add(reading(() -> past.between(begin, end)), end);
      from = end;
    }
  }

  /**
   * What happened to nodes.
   *
   * @throws IllegalArgumentException with one line when that cannot be told
   */
  NodeEventList events(NodeEventsRequest request) {
    final Window window =
        window(request.getFrom(), request.getUntil(), Duration.ofMillis(Long.MAX_VALUE));
    if (request.getMost() < 1 || request.getMost() > MAX_EVENTS) {
      throw new IllegalArgumentException("1 to " + MAX_EVENTS + " events can be queried at once");
    }
    return reading(() -> events(window, request.getMost()));
  }

  private NodeEventList events(Window window, int most) {
    final NodeEventList.Builder list = NodeEventList.newBuilder();
    Place place = Place.before(window.untilMillis());
    for (int read = 0; read < MAX_CHANGES_READ; read += CHANGES_AT_ONCE) {
      final List<Turn> turns = past.backFrom(place, CHANGES_AT_ONCE);
      for (final Turn turn : turns) {
        if (turn.change().atMillis() < window.fromMillis()) {
          return list.build();
        }
        final Optional<AvailabilityEvent> event = AvailabilityEvent.of(turn);
        if (event.isPresent() && list.getEventsCount() == most) {
          return list.setMore(true).build();
        }
        event.ifPresent(each -> list.addEvents(event(each)));
      }
      if (turns.size() < CHANGES_AT_ONCE) {
        return list.build();
      }
      place = Place.of(turns.getLast().change());
    }
    return list.setMore(true).build();
  }

  private <T> T reading(Supplier<T> work) {
    try {
      if (!reading.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new RefusedException(
            RefusedException.Kind.TOO_MUCH,
            "too many concurrent queries of availability: try again in a moment");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException(RefusedException.Kind.BUSY, "the coordinator is stopping");
    }
    try {
      return work.get();
    } finally {
      reading.release();
    }
  }

  private static io.lull.protocol.wire.Lane lane(NodeTimeline lane) {
    return io.lull.protocol.wire.Lane.newBuilder()
        .setNode(lane.node())
        .addAllSpans(
            lane.spans().stream()
                .map(span ->
                    LaneSpan.newBuilder()
                        .setFrom(span.fromMillis())
                        .setUntil(span.untilMillis())
                        .setUse(span.use().wire())
                        .build())
                .toList())
        .build();
  }

  private static io.lull.protocol.wire.NodeEvent event(AvailabilityEvent event) {
    return io.lull.protocol.wire.NodeEvent.newBuilder()
        .setAt(event.atMillis())
        .setNode(event.node())
        .setKind(event.kind().wire())
        .build();
  }

  private static AvailabilityBucket bucket(Availability.Bucket bucket) {
    return AvailabilityBucket.newBuilder()
        .setAt(bucket.atMillis())
        .setOwner(bucket.of(NodeUse.OWNER))
        .setAvailable(bucket.of(NodeUse.AVAILABLE))
        .setRunning(bucket.of(NodeUse.RUNNING))
        .setOffline(bucket.of(NodeUse.OFFLINE))
        .build();
  }
}
