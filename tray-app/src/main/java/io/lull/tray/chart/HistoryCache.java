package io.lull.tray.chart;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Fetched history. Holds {@link #MAX_TILES}; drops the least recently used. For one thread. */
public final class HistoryCache {
  static final int MAX_TILES = 32;

  private final long offsetMillis;
  private final Map<HistoryTile, Known> tiles = new LinkedHashMap<>(MAX_TILES, 0.75f, true);

  /**
   * A tile's content.
   *
   * @param untilMillis the end of the known part, by the coordinator's clock; earlier parts are
   *     final
   * @param askedMillis the time of the request, by this clock
   */
  public record Known(List<UseBucket> buckets, long untilMillis, long askedMillis) {
    public Known {
      buckets = List.copyOf(buckets);
    }
  }

  /**
   * @param offsetMillis of the local time
   */
  public HistoryCache(long offsetMillis) {
    this.offsetMillis = offsetMillis;
  }

  public long offsetMillis() {
    return offsetMillis;
  }

  public void keep(HistoryTile tile, Known known) {
    tiles.put(tile, known);
    while (tiles.size() > MAX_TILES) {
      tiles.remove(tiles.keySet().iterator().next());
    }
  }

  public Optional<Known> of(HistoryTile tile) {
    return Optional.ofNullable(tiles.get(tile));
  }

  /**
   * The known buckets of a span, in time's order, each part at the nearest level: a coarser picture
   * until the finer one is there.
   */
  public List<UseBucket> known(BucketLength level, Span span) {
    final List<UseBucket> buckets = new ArrayList<>();
    for (final HistoryTile tile : HistoryTile.of(level, span, offsetMillis)) {
      final Known kept = tiles.get(tile);
      if (kept != null) {
        kept.buckets().stream()
            .filter(bucket -> span.overlaps(bucket.fromMillis(), bucket.untilMillis()))
            .forEach(buckets::add);
      } else {
        buckets.addAll(instead(level, part(tile, span)));
      }
    }
    return buckets;
  }

  private Span part(HistoryTile tile, Span span) {
    final Span whole = tile.span(offsetMillis);
    return new Span(
        Math.max(whole.fromMillis(), span.fromMillis()),
        Math.min(whole.untilMillis(), span.untilMillis()));
  }

  private List<UseBucket> instead(BucketLength level, Span span) {
    return Stream.of(BucketLength.values())
        .filter(other -> other != level)
        .sorted(
            Comparator.comparingDouble(
                other -> Math.abs(Math.log((double) other.millis() / level.millis()))))
        .map(other -> of(other, span))
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private List<UseBucket> of(BucketLength level, Span span) {
    final List<UseBucket> buckets = new ArrayList<>();
    if (span.lengthMillis() / level.millis() > (long) BucketLength.MOST_IN_SIGHT * MAX_TILES) {
      return buckets;
    }
    for (final HistoryTile tile : HistoryTile.of(level, span, offsetMillis)) {
      final Known kept = tiles.get(tile);
      if (kept != null) {
        for (final UseBucket bucket : kept.buckets()) {
          if (span.overlaps(bucket.fromMillis(), bucket.untilMillis())) {
            buckets.add(cut(bucket, span));
          }
        }
      }
    }
    return buckets;
  }

  private static UseBucket cut(UseBucket bucket, Span span) {
    return new UseBucket(
        Math.max(bucket.fromMillis(), span.fromMillis()),
        Math.min(bucket.untilMillis(), span.untilMillis()),
        bucket.running(),
        bucket.available(),
        bucket.owner(),
        bucket.offline());
  }
}
