package io.lull.bench.halo;

/** What a message to another process and back takes at least. */
public final class RoundTrips {
  private static final int WARM = 2_000;
  private static final int COUNTED = 5_000;

  private RoundTrips() {}

  /** Half of one of eight bytes through raw sockets: the median, in seconds. */
  public static double halfOfRawSockets() throws Exception {
    try (RawContestant raw = RawContestant.start()) {
      raw.halfRoundTrip(Long.BYTES, WARM);
      return raw.halfRoundTrip(Long.BYTES, COUNTED);
    }
  }
}
