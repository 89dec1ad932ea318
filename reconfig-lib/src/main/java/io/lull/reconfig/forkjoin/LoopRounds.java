package io.lull.reconfig.forkjoin;

import com.google.protobuf.ByteString;
import io.lull.reconfig.collective.Communicator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Cuts long loops into rounds, so that a worker may leave and others may join in the middle of one.
 * How long an iteration takes is measured where it is not known, of parts of the loop first. All
 * workers know the same, so that all cut alike. The program's thread.
 */
final class LoopRounds {
  /** A loop that takes no longer is not cut, and no round takes much longer. */
  private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /**
   * Of a loop whose cost is not known such parts of what is left are done first, each greater than
   * the one before: the first iterations may be quicker than others.
   */
  private static final List<Long> FIRST_PARTS = List.of(64L, 16L, 4L);

  private static final long MOST_ROUNDS = 1 << 14;

  /** More separate ranges are not kept apart: what is left is one round. */
  private static final int MOST_RANGES = 1 << 12;

  /** Of so many loops of a program costs are remembered. */
  private static final int MOST_SITES = 4096;

  /** Does some of this worker's iterations. */
  @FunctionalInterface
  interface Work {
    /**
     * Collective.
     *
     * @param before what was given until then
     * @return what is given with these
     */
    ByteString run(List<IndexRange> iterations, ByteString before);
  }

  /** By loop, what an iteration takes on the slowest worker. */
  private final Map<Long, Double> nanos = new HashMap<>();

  private final Measured measured;

  /** What an iteration took this worker in the last run of some; 0: it had none. */
  @FunctionalInterface
  interface Measured {
    double nanosPerIteration();
  }

  LoopRounds(Measured measured) {
    this.measured = measured;
  }

  /** Other workers compute together from here on. */
  void forget() {
    nanos.clear();
  }

  /**
   * The next round of a loop. Collective.
   *
   * @param site the loop
   * @param shares of the iterations
   * @param anew whether the loop's cost is to be measured again
   * @param before the rounds before
   */
  LoopProgress next(
      long site,
      RoundShares shares,
      boolean anew,
      LoopProgress before,
      Communicator workers,
      Work work) {
    LoopProgress progress = before;
    final boolean unknown = anew || !nanos.containsKey(site);
    if (unknown) {
      nanos.remove(site);
      for (final long parts : FIRST_PARTS) {
        if (shares.most(progress) > 1 && rounds(site, shares, progress) == 1) {
          progress = round(shares, parts, progress, work);
          learn(site, workers);
        }
      }
    }
    final long parts = rounds(site, shares, progress);
    progress = round(shares, parts, progress, work);
    if (unknown || parts > 1) {
      learn(site, workers);
    }
    return progress;
  }

  /** In so many rounds the rest of a loop is done, as far as is known. */
  private long rounds(long site, RoundShares shares, LoopProgress progress) {
    final double left = shares.most(progress) * nanos.getOrDefault(site, 0.0);
    return progress.done().size() > MOST_RANGES
        ? 1
        : Math.clamp((long) Math.ceil(left / ROUND_NANOS), 1, MOST_ROUNDS);
  }

  private static LoopProgress round(
      RoundShares shares, long parts, LoopProgress progress, Work work) {
    return progress.after(
        shares.ranges(), parts, work.run(progress.share(shares.mine(), parts), progress.rounds()));
  }

  private void learn(long site, Communicator workers) {
    final double slowest = workers.max(measured.nanosPerIteration());
    if (nanos.size() < MOST_SITES || nanos.containsKey(site)) {
      nanos.put(site, slowest);
    }
  }
}
