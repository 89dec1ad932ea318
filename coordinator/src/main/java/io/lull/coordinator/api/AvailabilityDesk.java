package io.lull.coordinator.api;

import io.lull.coordinator.availability.Availability;
import io.lull.coordinator.availability.Availability.Window;
import io.lull.coordinator.availability.Use;
import io.lull.coordinator.control.RefusedException;
import io.lull.coordinator.keeping.Housekeeping;
import io.lull.coordinator.store.NodePast;
import io.lull.protocol.text.Durations;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import java.time.Duration;
import java.time.ZoneId;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** How many nodes were to be had, as people ask for it. */
public final class AvailabilityDesk {
  private static final Duration LONGEST = Housekeeping.HISTORY;
  private static final int MAX_BUCKETS = 10_000;

  /** Each reads all that is kept of its time. */
  private static final int MAX_AT_ONCE = 2;

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Semaphore reading = new Semaphore(MAX_AT_ONCE, true);
  private final NodePast past;
  private final Clock clock;
  private final ZoneId zone;

  /**
   * @param zone that hours of the week are reckoned in
   */
  public AvailabilityDesk(NodePast past, Clock clock, ZoneId zone) {
    this.past = past;
    this.clock = clock;
    this.zone = zone;
  }

  /**
   * @throws IllegalArgumentException with one line when that cannot be told
   */
  AvailabilityView view(AvailabilityRequest request) {
    final Duration since = Duration.ofMillis(request.getSinceMillis());
    final Duration bucket = Duration.ofMillis(request.getBucketMillis());
    if (since.toMillis() < 1 || since.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "availability is kept for "
              + LONGEST.toDays()
              + " days: --since is between 1ms and that");
    }
    if (bucket.toMillis() < 1) {
      throw new IllegalArgumentException("--bucket is longer than nothing");
    }
    final long now = clock.epochMillis();
    final Window window = new Window(now - since.toMillis(), now, bucket);
    if (window.count() > MAX_BUCKETS) {
      throw new IllegalArgumentException(
          "that would be "
              + window.count()
              + " buckets: with "
              + MAX_BUCKETS
              + " at most, give --bucket "
              + Durations.format(
                  Duration.ofSeconds(
                      Math.ceilDiv(
                          since.toMillis(), MAX_BUCKETS * Duration.ofSeconds(1).toMillis())))
              + " or longer");
    }
    final Availability availability = availability(window);
    final AvailabilityView.Builder view =
        AvailabilityView.newBuilder()
            .setFrom(window.fromMillis())
            .setUntil(window.untilMillis())
            .setBucketMillis(bucket.toMillis())
            .addAllByHourOfWeek(availability.byHourOfWeek());
    availability.buckets().forEach(each -> view.addBuckets(bucket(each)));
    return view.build();
  }

  private Availability availability(Window window) {
    try {
      if (!reading.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new RefusedException(
            RefusedException.Kind.TOO_MUCH,
            "too many ask for the availability at once: try again in a moment");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException(RefusedException.Kind.BUSY, "the coordinator is stopping");
    }
    try {
      return Availability.of(window, past.between(window.fromMillis(), window.untilMillis()), zone);
    } finally {
      reading.release();
    }
  }

  private static AvailabilityBucket bucket(Availability.Bucket bucket) {
    return AvailabilityBucket.newBuilder()
        .setAt(bucket.atMillis())
        .setOwner(bucket.of(Use.OWNER))
        .setAvailable(bucket.of(Use.AVAILABLE))
        .setRunning(bucket.of(Use.RUNNING))
        .setOffline(bucket.of(Use.OFFLINE))
        .build();
  }
}
