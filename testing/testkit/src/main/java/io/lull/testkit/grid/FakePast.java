package io.lull.testkit.grid;

import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityRequest;
import io.lull.protocol.wire.AvailabilityView;
import io.lull.protocol.wire.HistoryPart;
import io.lull.protocol.wire.HistoryRequest;
import io.lull.protocol.wire.NodeUseChange;

/** What a fake grid says of the time before now: one node was available. */
final class FakePast {
  private static final long BEGIN_MILLIS = 1_000_000;

  private FakePast() {}

  static AvailabilityView availability(AvailabilityRequest request) {
    return AvailabilityView.newBuilder()
        .setFrom(BEGIN_MILLIS)
        .setUntil(BEGIN_MILLIS + request.getSinceMillis())
        .setBucketMillis(request.getBucketMillis())
        .addBuckets(AvailabilityBucket.newBuilder().setAt(BEGIN_MILLIS).setAvailable(1))
        .build();
  }

  static HistoryPart history(HistoryRequest request) {
    return HistoryPart.newBuilder()
        .setFrom(BEGIN_MILLIS)
        .setUntil(BEGIN_MILLIS + request.getSinceMillis())
        .addChanges(
            NodeUseChange.newBuilder().setAt(BEGIN_MILLIS).setNode("ada").setUse("available"))
        .build();
  }
}
