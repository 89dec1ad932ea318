package io.lull.agent.core.owner;

import io.lull.protocol.wire.Record;
import java.util.List;
import java.util.stream.Stream;

/**
 * How long something took, each time.
 *
 * @param recent the latest durations, for the median
 */
record DurationRecord(long count, double lastMillis, double maxMillis, List<Double> recent) {
  static final DurationRecord NONE = new DurationRecord(0, 0, 0, List.of());
  private static final int RECENT = 101;

  DurationRecord {
    recent = List.copyOf(recent);
  }

  DurationRecord add(double millis) {
    return new DurationRecord(
        count + 1,
        millis,
        Math.max(maxMillis, millis),
        Stream.concat(recent.stream(), Stream.of(millis))
            .skip(Math.max(0, recent.size() + 1 - RECENT))
            .toList());
  }

  double medianMillis() {
    if (recent.isEmpty()) {
      return 0;
    }
    final double[] sorted = recent.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    final int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  Record toWire() {
    return Record.newBuilder()
        .setCount(count)
        .setLastMillis(lastMillis)
        .setMedianMillis(medianMillis())
        .setMaxMillis(maxMillis)
        .build();
  }
}
