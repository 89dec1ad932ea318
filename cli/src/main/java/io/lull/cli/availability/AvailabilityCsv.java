package io.lull.cli.availability;

import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityView;
import java.time.Instant;
import java.util.Locale;

/** A row for each bucket. */
public final class AvailabilityCsv {
  private AvailabilityCsv() {}

  public static String of(AvailabilityView view) {
    final StringBuilder rows = new StringBuilder("at,owner,available,running,offline\n");
    for (final AvailabilityBucket bucket : view.getBucketsList()) {
      rows.append(
          String.format(
              Locale.ROOT,
              "%s,%.4f,%.4f,%.4f,%.4f\n",
              Instant.ofEpochMilli(bucket.getAt()),
              bucket.getOwner(),
              bucket.getAvailable(),
              bucket.getRunning(),
              bucket.getOffline()));
    }
    return rows.toString();
  }
}
