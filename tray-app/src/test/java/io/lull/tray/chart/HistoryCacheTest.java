package io.lull.tray.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HistoryCacheTest {
  private static final long OFFSET = Duration.ofHours(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long NOON = 20_000 * DAY + DAY / 2 - OFFSET;

  private static final HistoryCache.Known NOTHING = new HistoryCache.Known(List.of(), NOON, NOON);

  private final HistoryCache past = new HistoryCache(OFFSET);

  private static HistoryCache.Known full(HistoryTile tile, double nodes) {
    final Span span = tile.span(OFFSET);
    final long bucket = tile.level().millis();
    final List<UseBucket> buckets =
        LongStream.range(0, HistoryTile.BUCKETS)
            .mapToObj(b ->
                new UseBucket(
                    span.fromMillis() + b * bucket,
                    span.fromMillis() + (b + 1) * bucket,
                    nodes,
                    0,
                    0,
                    0))
            .toList();
    return new HistoryCache.Known(buckets, NOON, NOON);
  }

  @Test
  void aDayBeginsAtMidnightOfTheLocalTime() {
    final Span span = new HistoryTile(BucketLength.DAY, 78).span(OFFSET);
    assertThat((span.fromMillis() + OFFSET) % DAY).isZero();
    assertThat(HistoryTile.of(BucketLength.DAY, span, OFFSET))
        .containsExactly(new HistoryTile(BucketLength.DAY, 78));
  }

  @Test
  void everySpanHasALevelThatIsNeitherTooFineNorTooCoarse() {
    for (long length = VisibleRange.SHORTEST.toMillis();
        length < VisibleRange.LONGEST.toMillis();
        length *= 2) {
      final Span span = new Span(NOON - length, NOON);
      final long inSight = length / BucketLength.of(span).millis();
      assertThat(inSight).isBetween(39L, (long) BucketLength.MOST_IN_SIGHT);
      assertThat(HistoryTile.of(BucketLength.of(span), span, OFFSET)).hasSizeLessThanOrEqualTo(3);
    }
  }

  @Test
  void aCoarserPictureIsShownUntilTheFinerOneIsThere() {
    final Span span = new Span(NOON - DAY, NOON);
    assertThat(past.known(BucketLength.FIVE_MINUTES, span)).isEmpty();
    HistoryTile.of(BucketLength.DAY, span, OFFSET).forEach(tile -> past.keep(tile, full(tile, 1)));
    HistoryTile.of(BucketLength.HOUR, span, OFFSET).forEach(tile -> past.keep(tile, full(tile, 2)));
    assertThat(past.known(BucketLength.FIVE_MINUTES, span))
        .hasSize(24)
        .allSatisfy(bucket -> assertThat(bucket.running()).isEqualTo(2));
    HistoryTile.of(BucketLength.FIVE_MINUTES, span, OFFSET)
        .forEach(tile -> past.keep(tile, full(tile, 3)));
    assertThat(past.known(BucketLength.FIVE_MINUTES, span))
        .hasSize(288)
        .allSatisfy(bucket -> assertThat(bucket.running()).isEqualTo(3));
  }

  @Test
  void onlySoManyTilesAreKeptThoseThatWereUsedLast() {
    final HistoryTile first = new HistoryTile(BucketLength.MINUTE, 1);
    past.keep(first, full(first, 1));
    for (int t = 2; t <= HistoryCache.MAX_TILES; t++) {
      past.keep(new HistoryTile(BucketLength.MINUTE, t), NOTHING);
    }
    assertThat(past.of(first)).isPresent();
    past.keep(new HistoryTile(BucketLength.MINUTE, 99), NOTHING);
    assertThat(past.of(first)).as("used just now").isPresent();
    assertThat(past.of(new HistoryTile(BucketLength.MINUTE, 2))).isEmpty();
  }
}
