package io.lull.bench.reconfigure;

import io.lull.bench.ProcessUse;
import io.lull.bench.grid.Pause;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Tile;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The processor time that a change takes of workers whose part of the data it leaves as it is: all
 * that their processes use while it is under way, less what they used before it in as much time.
 */
final class Bystanders {
  private static final long WATCHED_MILLIS = 400;

  private final TestJob job;
  private final Map<String, Use> before = new HashMap<>();

  /** Of the last change, by worker. */
  private Map<String, Tile> tiles = Map.of();

  /**
   * @param cpuNanos of all threads so far
   * @param share of a core, when nothing happens
   */
  private record Use(long atNanos, long cpuNanos, double share) {}

  Bystanders(TestJob job) {
    this.job = job;
  }

  /** Just before a change. */
  void watch() throws IOException, InterruptedException {
    before.clear();
    final Map<String, Use> from = new HashMap<>();
    for (final WorkerProcess member : job.members()) {
      from.put(member.name(), use(member));
    }
    Pause.millis(WATCHED_MILLIS);
    for (final WorkerProcess member : job.members()) {
      final Use first = from.getOrDefault(member.name(), use(member));
      final Use last = use(member);
      final double share =
          (double) (last.cpuNanos() - first.cpuNanos()) / (last.atNanos() - first.atNanos());
      before.put(member.name(), new Use(last.atNanos(), last.cpuNanos(), share));
    }
  }

  /**
   * After a change, for each worker of which it moved nothing. Of the first change it is not known
   * which those are.
   *
   * @param downtimeNanos how long none of them computed
   */
  List<Double> millis(Prepared prepared, long downtimeNanos) throws IOException {
    final Map<String, Tile> next = new HashMap<>();
    for (final Tile tile : prepared.getTilesList()) {
      next.put(
          prepared.getLayout().getMembers(tile.getRank()).getWorker(),
          tile.toBuilder().clearRank().build());
    }
    final List<Double> millis = new ArrayList<>();
    for (final WorkerProcess member : job.members()) {
      final Use use = before.get(member.name());
      final Tile tile = next.get(member.name());
      if (use != null && tile != null && tile.equals(tiles.get(member.name()))) {
        final Use now = use(member);
        final long computed = now.atNanos() - use.atNanos() - downtimeNanos;
        millis.add((now.cpuNanos() - use.cpuNanos() - use.share() * computed) / 1e6);
      }
    }
    tiles = next;
    return millis;
  }

  private static Use use(WorkerProcess worker) throws IOException {
    return new Use(SystemClock.INSTANCE.nanos(), ProcessUse.threadNanos(worker.pid()), 0);
  }
}
