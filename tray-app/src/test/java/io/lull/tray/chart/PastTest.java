package io.lull.tray.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PastTest {
  private static final long OFFSET = Duration.ofHours(1).toMillis();
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long NOON = 20_000 * DAY + DAY / 2 - OFFSET;

  private static final Past.Known NOTHING = new Past.Known(List.of(), NOON, NOON);

  private final Past past = new Past(OFFSET);

  private static Past.Known full(Tile tile, double nodes) {
    final Span span = tile.span(OFFSET);
    final long bucket = tile.level().millis();
    final List<Bucket> buckets =
        LongStream.range(0, Tile.BUCKETS)
            .mapToObj(b ->
                new Bucket(
                    span.fromMillis() + b * bucket,
                    span.fromMillis() + (b + 1) * bucket,
                    nodes,
                    0,
                    0,
                    0))
            .toList();
    return new Past.Known(buckets, NOON, NOON);
  }

  @Test
  void aDayBeginsAtMidnightOfTheLocalTime() {
    final Span span = new Tile(Level.DAY, 78).span(OFFSET);
    assertThat((span.fromMillis() + OFFSET) % DAY).isZero();
    assertThat(Tile.of(Level.DAY, span, OFFSET)).containsExactly(new Tile(Level.DAY, 78));
  }

  @Test
  void everySpanHasALevelThatIsNeitherTooFineNorTooCoarse() {
    for (long length = Sight.SHORTEST.toMillis(); length < Sight.LONGEST.toMillis(); length *= 2) {
      final Span span = new Span(NOON - length, NOON);
      final long inSight = length / Level.of(span).millis();
      assertThat(inSight).isBetween(39L, (long) Level.MOST_IN_SIGHT);
      assertThat(Tile.of(Level.of(span), span, OFFSET)).hasSizeLessThanOrEqualTo(3);
    }
  }

  @Test
  void aCoarserPictureIsShownUntilTheFinerOneIsThere() {
    final Span span = new Span(NOON - DAY, NOON);
    assertThat(past.known(Level.FIVE_MINUTES, span)).isEmpty();
    Tile.of(Level.DAY, span, OFFSET).forEach(tile -> past.keep(tile, full(tile, 1)));
    Tile.of(Level.HOUR, span, OFFSET).forEach(tile -> past.keep(tile, full(tile, 2)));
    assertThat(past.known(Level.FIVE_MINUTES, span))
        .hasSize(24)
        .allSatisfy(bucket -> assertThat(bucket.running()).isEqualTo(2));
    Tile.of(Level.FIVE_MINUTES, span, OFFSET).forEach(tile -> past.keep(tile, full(tile, 3)));
    assertThat(past.known(Level.FIVE_MINUTES, span))
        .hasSize(288)
        .allSatisfy(bucket -> assertThat(bucket.running()).isEqualTo(3));
  }

  @Test
  void onlySoManyTilesAreKeptThoseThatWereUsedLast() {
    final Tile first = new Tile(Level.MINUTE, 1);
    past.keep(first, full(first, 1));
    for (int t = 2; t <= Past.MAX_TILES; t++) {
      past.keep(new Tile(Level.MINUTE, t), NOTHING);
    }
    assertThat(past.of(first)).isPresent();
    past.keep(new Tile(Level.MINUTE, 99), NOTHING);
    assertThat(past.of(first)).as("used just now").isPresent();
    assertThat(past.of(new Tile(Level.MINUTE, 2))).isEmpty();
  }
}
