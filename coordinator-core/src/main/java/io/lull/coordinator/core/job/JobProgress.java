package io.lull.coordinator.core.job;

import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.TaskStatus;
import io.lull.protocol.wire.Tile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a job: configuration, epoch and safe point.
 *
 * @param layout the configuration in force; its epoch is 0 before the first
 * @param completed the members that came to the program's end in this epoch, by worker
 * @param doubt not null: a member lost a peer, and why is not known yet
 * @param tasks of a message program, by rank, as its members last said; not kept in the store
 */
public record JobProgress(
    Layout layout,
    Numbers numbers,
    Picture picture,
    Gauge gauge,
    Map<String, Completed> completed,
    @Nullable Doubt doubt,
    Map<Integer, List<TaskStatus>> tasks) {
  public static final JobProgress START =
      new JobProgress(
          Layout.getDefaultInstance(),
          new Numbers(0, 0, 0, 0, 0),
          new Picture(List.of(), 0, 0),
          new Gauge(0, 0, 0, 0, 0, 0, RecentPace.NONE),
          Map.of(),
          null,
          Map.of());

  /** More of one member are not shown. */
  private static final int MOST_TASKS = 256;

  /** What a guest says of one is not longer than this, or it is not shown. */
  private static final int MOST_TASK_BYTES = 512;

  public JobProgress {
    completed = Map.copyOf(completed);
    tasks = Map.copyOf(tasks);
  }

  /**
   * The last ones given out: each next one is greater, so that answers to older orders are known as
   * such.
   */
  public record Numbers(long epoch, long proposal, long generation, long worker, long claim) {
    public Numbers nextEpoch() {
      return new Numbers(epoch + 1, proposal, generation, worker, claim);
    }

    public Numbers nextProposal() {
      return new Numbers(epoch, proposal + 1, generation, worker, claim);
    }

    public Numbers nextGeneration() {
      return new Numbers(epoch, proposal, generation + 1, worker, claim);
    }

    /**
     * Claims follow the time, so that those of one job are greater than those of the node's job
     * before it.
     */
    public Numbers nextWorker(long nowMillis) {
      return new Numbers(epoch, proposal, generation, worker + 1, Math.max(claim + 1, nowMillis));
    }
  }

  /** What the program distributes, to be drawn. */
  public record Picture(List<Tile> tiles, long rows, long columns) {
    public Picture {
      tiles = List.copyOf(tiles);
    }
  }

  /**
   * How far the program is.
   *
   * @param iterations 0: not known beforehand
   * @param secondsPerIteration what workers last said, also in an earlier configuration
   * @param farthest the greatest iteration ever reached, also before a recovery
   */
  public record Gauge(
      long iteration,
      long iterations,
      long safePoint,
      double secondsPerIteration,
      double secondsPerSafePoint,
      long farthest,
      RecentPace recent) {}

  /** Who was named as unreachable, and since when. */
  public record Doubt(long sinceMillis, Set<String> accused) {
    public Doubt {
      accused = Set.copyOf(accused);
    }

    /** Null: nobody else was named. */
    private @Nullable Doubt without(String worker) {
      final Set<String> others = new TreeSet<>(accused);
      others.remove(worker);
      return others.isEmpty() ? null : new Doubt(sinceMillis, others);
    }
  }

  /** Whether the worker came to the program's end and has no outputs: it may go. */
  public boolean dispensable(String worker) {
    final Completed said = completed.get(worker);
    return said != null && !said.getHasOutputs();
  }

  /**
   * Whether safe points are so far apart that an owner may not want to wait for one; then each is
   * kept until the next.
   */
  public boolean keepsSafePoints() {
    return gauge.secondsPerSafePoint() >= Limits.KEPT_SAFE_POINT_SECONDS;
  }

  public long epoch() {
    return layout.getEpoch();
  }

  public JobProgress numbered(Numbers next) {
    return new JobProgress(layout, next, picture, gauge, completed, doubt, tasks);
  }

  /**
   * @param freeShare the part of the processor's time that the owner of the worker's node left
   */
  public JobProgress with(Progress progress, double freeShare) {
    final boolean ahead = progress.getIteration() >= gauge.iteration();
    final Gauge next =
        new Gauge(
            Math.max(gauge.iteration(), progress.getIteration()),
            progress.getIterations() > 0 ? progress.getIterations() : gauge.iterations(),
            Math.max(gauge.safePoint(), progress.getSafePoint()),
            ahead && progress.getSecondsPerIteration() > 0
                ? progress.getSecondsPerIteration()
                : gauge.secondsPerIteration(),
            ahead && progress.getSecondsPerSafePoint() > 0
                ? progress.getSecondsPerSafePoint()
                : gauge.secondsPerSafePoint(),
            Math.max(gauge.farthest(), progress.getIteration()),
            (ahead ? gauge.recent().with(progress.getSecondsPerIteration()) : gauge.recent())
                .with(loads(progress, freeShare)));
    return new JobProgress(layout, numbers, picture, next, completed, doubt, tasks(progress));
  }

  /** What a guest says of a rank that there is not is dropped: else it could fill the store. */
  private MeasuredLoads loads(Progress progress, double freeShare) {
    final MeasuredLoads loads = gauge.recent().loads();
    return progress.getRank() < layout.getMembersCount() ? loads.with(progress, freeShare) : loads;
  }

  private Map<Integer, List<TaskStatus>> tasks(Progress progress) {
    final int rank = progress.getRank();
    if (rank < 0 || rank >= layout.getMembersCount()) {
      return tasks;
    }
    final Map<Integer, List<TaskStatus>> all = new HashMap<>(tasks);
    if (progress.getTasksCount() == 0) {
      all.remove(rank);
    } else {
      all.put(
          rank,
          progress.getTasksList().stream()
              .filter(task -> task.getSerializedSize() <= MOST_TASK_BYTES)
              .limit(MOST_TASKS)
              .toList());
    }
    return all;
  }

  public JobProgress with(String worker, Completed said) {
    final Map<String, Completed> all = new HashMap<>(completed);
    all.put(worker, said);
    final Doubt left = doubt != null && !said.getHasOutputs() ? doubt.without(worker) : doubt;
    final Gauge next =
        new Gauge(
            Math.max(gauge.iteration(), said.getIteration()),
            gauge.iterations(),
            gauge.safePoint(),
            gauge.secondsPerIteration(),
            gauge.secondsPerSafePoint(),
            Math.max(gauge.farthest(), said.getIteration()),
            gauge.recent());
    return new JobProgress(layout, numbers, picture, next, all, left, tasks);
  }

  /** A worker captured its data there: so far it is, whatever it said before. */
  public JobProgress with(Captured captured) {
    final Gauge next =
        new Gauge(
            Math.max(gauge.iteration(), captured.getIteration()),
            gauge.iterations(),
            Math.max(gauge.safePoint(), captured.getSafePoint()),
            gauge.secondsPerIteration(),
            gauge.secondsPerSafePoint(),
            Math.max(gauge.farthest(), captured.getIteration()),
            gauge.recent());
    return new JobProgress(layout, numbers, picture, next, completed, doubt, tasks);
  }

  /** A worker cannot reach a peer. */
  public JobProgress doubting(String accused, long nowMillis) {
    final Set<String> all = new TreeSet<>(doubt == null ? Set.of() : doubt.accused());
    all.add(accused);
    return new JobProgress(
        layout,
        numbers,
        picture,
        gauge,
        completed,
        new Doubt(doubt == null ? nowMillis : doubt.sinceMillis(), all),
        tasks);
  }

  /** The epoch's end: nothing that its workers said counts any more. */
  public JobProgress interrupted() {
    return new JobProgress(layout, numbers, picture, gauge, Map.of(), null, Map.of());
  }

  /** A new configuration is in force. */
  public JobProgress committed(Prepared prepared) {
    return new JobProgress(
        prepared.getLayout(),
        numbers,
        new Picture(prepared.getTilesList(), prepared.getRows(), prepared.getColumns()),
        new Gauge(
            prepared.getIteration(),
            gauge.iterations(),
            prepared.getSafePoint(),
            gauge.secondsPerIteration(),
            gauge.secondsPerSafePoint(),
            Math.max(gauge.farthest(), prepared.getIteration()),
            RecentPace.NONE),
        Map.of(),
        null,
        Map.of());
  }
}
