package io.lull.cli.availability;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.cli.text.Screen;
import io.lull.protocol.wire.AvailabilityBucket;
import io.lull.protocol.wire.AvailabilityView;
import java.awt.image.BufferedImage;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class AvailabilityFormsTest {
  private static final long MONDAY = Instant.parse("2026-11-23T00:00:00Z").toEpochMilli();
  private static final long HOUR = Duration.ofHours(1).toMillis();

  /** Two nodes; one has an owner in the second half of the time. */
  private static AvailabilityView view(int hours) {
    final AvailabilityView.Builder view =
        AvailabilityView.newBuilder()
            .setFrom(MONDAY)
            .setUntil(MONDAY + hours * HOUR)
            .setBucketMillis(HOUR);
    for (int h = 0; h < hours; h++) {
      final AvailabilityBucket.Builder bucket =
          AvailabilityBucket.newBuilder().setAt(MONDAY + h * HOUR).setRunning(1);
      view.addBuckets(h < hours / 2 ? bucket.setAvailable(1) : bucket.setOwner(1));
    }
    for (int h = 0; h < 168; h++) {
      view.addByHourOfWeek(h < hours ? 1.0 / (1 + h % 3) : Double.NaN);
    }
    return view.build();
  }

  @Test
  void tellsTheMeansAndALineForEachBucket() {
    assertThat(AvailabilityText.of(view(4), Screen.NONE, ZoneOffset.UTC).lines())
        .startsWith(
            "2.0 machines over 4 h: on average 1.0 in use, 0.5 available, 0.5 with their owners,"
                + " 0.0 offline")
        .contains(
            "Mon 00:00  ████████████████████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓   1.0 in use   1.0 available   0.0"
                + " owner   0.0 offline",
            "Mon 03:00  ████████████████████░░░░░░░░░░░░░░░░░░░░   1.0 in use   0.0 available   1.0"
                + " owner   0.0 offline")
        .hasSize(3 + 4);
  }

  @Test
  void fitsOnAScreenHoweverManyBucketsThereAre() {
    assertThat(AvailabilityText.of(view(1000), Screen.NONE, ZoneOffset.UTC).lines())
        .contains("           a row is 1 d 18 h, the mean of 42 intervals (--csv has all)")
        .hasSizeLessThanOrEqualTo(4 + 24);
  }

  @Test
  void tellsOfAGridWithoutNodes() {
    final AvailabilityView none =
        AvailabilityView.newBuilder()
            .setFrom(MONDAY)
            .setUntil(MONDAY + HOUR)
            .setBucketMillis(HOUR)
            .addBuckets(AvailabilityBucket.newBuilder().setAt(MONDAY))
            .build();
    assertThat(AvailabilityText.of(none, Screen.NONE, ZoneOffset.UTC)).startsWith("0.0 machines");
    assertThat(AvailabilityChart.of(none, ZoneOffset.UTC).getWidth()).isPositive();
  }

  @Test
  void writesARowForEachBucket() {
    assertThat(AvailabilityCsv.of(view(2)).lines())
        .containsExactly(
            "at,owner,available,running,offline",
            "2026-11-23T00:00:00Z,0.0000,1.0000,1.0000,0.0000",
            "2026-11-23T01:00:00Z,1.0000,0.0000,1.0000,0.0000");
  }

  @Test
  void drawsEveryUseInAColourOfItsOwn() {
    final BufferedImage image = AvailabilityChart.of(view(48), ZoneOffset.UTC);
    final Set<Integer> colours = new HashSet<>();
    for (int x = 0; x < image.getWidth(); x += 3) {
      for (int y = 120; y < 425; y += 3) {
        colours.add(image.getRGB(x, y) & 0xFFFFFF);
      }
    }
    assertThat(colours).contains(0x2F6DB5, 0x74C2A0, 0xD3D6DB);
  }
}
