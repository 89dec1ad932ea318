package io.lull.simulator.fault;

import java.util.Locale;

/**
 * Something that goes wrong.
 *
 * @param atMillis since the beginning
 * @param subject the number of the coordinator or node, from 1; of the store it has no meaning
 * @param lastsMillis until it is over; of a clock that is set, by how much it jumps; of one that
 *     drifts, below 0 if it is slow; of what happens at once it has no meaning
 */
public record Fault(FaultKind kind, long atMillis, int subject, long lastsMillis) {
  /** Later or longer ones are none of a plan. */
  public static final long MOST_MILLIS = 86_400_000;

  /**
   * @throws IllegalArgumentException with one line
   */
  public Fault {
    if (atMillis < 0 || atMillis > MOST_MILLIS) {
      throw new IllegalArgumentException("a fault at " + atMillis + " ms is out of range");
    }
    if (Math.abs(lastsMillis) > MOST_MILLIS
        || (lastsMillis < 0 && !kind.ofClock() && !kind.drifts())) {
      throw new IllegalArgumentException("a fault of " + lastsMillis + " ms is out of range");
    }
    if (subject < 1) {
      throw new IllegalArgumentException("coordinators and nodes count from 1, not " + subject);
    }
  }

  Fault lasting(long millis) {
    return new Fault(kind, atMillis, subject, millis);
  }

  /** For how long it can be seen that it is there. */
  long spanMillis() {
    return kind.ofClock() ? 0 : Math.abs(lastsMillis);
  }

  @Override
  public String toString() {
    final String who =
        switch (kind.subject()) {
          case COORDINATOR -> " m" + subject;
          case NODE -> " n" + subject;
          case STORE -> "";
        };
    final String lasts =
        switch (kind) {
          case GUEST_DEATH, CONNECTION_BREAK, NODE_GONE, DISK_DAMAGE, STORE_LOSS -> "";
          case COORDINATOR_CLOCK, NODE_CLOCK, STORE_CLOCK ->
              String.format(Locale.ROOT, " by %.1f s", lastsMillis / 1e3);
          case COORDINATOR_DRIFT, NODE_DRIFT, STORE_DRIFT ->
              String.format(
                  Locale.ROOT,
                  " %s for %.1f s",
                  lastsMillis < 0 ? "slow" : "fast",
                  Math.abs(lastsMillis) / 1e3);
          default -> String.format(Locale.ROOT, " for %.1f s", lastsMillis / 1e3);
        };
    return String.format(Locale.ROOT, "%6.1f s %s%s%s", atMillis / 1e3, kind.word(), who, lasts);
  }
}
