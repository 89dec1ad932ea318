package io.lull.simulator.sharing;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntPredicate;

/** A job that was submitted to a shared cluster: its machines, its work and its history. */
final class RunningJob implements SharingPolicy.JobState {
  private final ParallelJob job;
  private final IntPredicate offered;
  private List<Integer> held = List.of();
  private List<Integer> kept = List.of();
  private boolean mayLack;
  private int width;
  private double left;
  private long nowMillis;
  private long sinceMillis;
  private long standsUntil;
  private OptionalLong begin = OptionalLong.empty();
  private OptionalLong end = OptionalLong.empty();
  private JobChanges changes = JobChanges.NONE;
  private double useful;
  private double overhead;
  private double lost;

  // What it would lose, since its last checkpoint or since it began.
  private double unsafeWork;
  private double unsafeMachineMillis;
  private double unsafeMillis;

  /**
   * @param offered whether a machine is offered now
   */
  RunningJob(ParallelJob job, IntPredicate offered) {
    this.job = job;
    this.offered = offered;
    this.left = job.machineMillis();
    this.nowMillis = job.submitMillis();
    this.sinceMillis = job.submitMillis();
    this.standsUntil = job.submitMillis();
  }

  @Override
  public ParallelJob job() {
    return job;
  }

  @Override
  public List<Integer> held() {
    return held;
  }

  @Override
  public List<Integer> kept() {
    if (mayLack) {
      mayLack = false;
      final List<Integer> left = held.stream().filter(offered::test).toList();
      kept = left.size() == held.size() ? held : left;
    }
    return kept;
  }

  /** One of its machines is offered no longer, or again. */
  void look() {
    mayLack = true;
  }

  /** Whether it has all that it can use. */
  boolean isContent() {
    return held.size() == job.machines();
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public double leftMillis() {
    return left;
  }

  @Override
  public long standingMillis() {
    return Math.max(0, standsUntil - nowMillis);
  }

  @Override
  public long sinceMillis() {
    return sinceMillis;
  }

  /** When it ends if nothing happens; {@link Long#MAX_VALUE}: never. */
  long endsMillis() {
    return held.isEmpty()
        ? Long.MAX_VALUE
        : Math.max(standsUntil, nowMillis) + (long) Math.ceil(left / job.speedup().on(held.size()));
  }

  boolean isDone() {
    return left <= 0;
  }

  /** Time passes for a job that is held up by nobody. */
  void pass(long untilMillis, WorkLoss loss) {
    if (!held.isEmpty()) {
      final double rate = job.speedup().on(held.size());
      final double mayWork = untilMillis - Math.clamp(standsUntil, nowMillis, untilMillis);
      final double done = Math.min(left, mayWork * rate);
      final double machineMillis = done / rate * held.size();
      left -= done;
      useful += machineMillis;
      overhead += (double) (untilMillis - nowMillis) * held.size() - machineMillis;
      risk(done, machineMillis, done / rate, loss);
    }
    nowMillis = untilMillis;
  }

  private void risk(double done, double machineMillis, double working, WorkLoss loss) {
    unsafeWork += done;
    unsafeMachineMillis += machineMillis;
    unsafeMillis += working;
    if (loss instanceof WorkLoss.SinceCheckpoint(long every) && unsafeMillis >= every) {
      // The part of the time since the last checkpoint that it had by then.
      final double part = unsafeMillis % every / unsafeMillis;
      unsafeWork *= part;
      unsafeMachineMillis *= part;
      unsafeMillis %= every;
    }
  }

  /** It has ended. */
  void finish() {
    end = OptionalLong.of(nowMillis);
    held = List.of();
    kept = held;
  }

  /** It gets these machines, for those that it had. */
  void give(List<Integer> machines, ChangeCost cost, WorkLoss loss) {
    final int gone = held.size() - kept().size();
    final boolean losesWork = gone > 0 && !(loss instanceof WorkLoss.Nothing);
    if (losesWork) {
      left += unsafeWork;
      useful -= unsafeMachineMillis;
      lost += unsafeMachineMillis;
    }
    if (losesWork || loss instanceof WorkLoss.Nothing) {
      unsafeWork = 0;
      unsafeMachineMillis = 0;
      unsafeMillis = 0;
    }
    final Set<Integer> next = new HashSet<>(machines);
    if (next.equals(new HashSet<>(held))) {
      return;
    }
    standsUntil = nowMillis + standing(machines.size(), losesWork, cost, loss);
    changes = counted(machines.size(), gone);
    if (held.isEmpty() != machines.isEmpty()) {
      sinceMillis = nowMillis;
    }
    if (begin.isEmpty() && !machines.isEmpty()) {
      begin = OptionalLong.of(nowMillis);
    }
    held = machines;
    kept = machines;
    mayLack = false;
    width = machines.isEmpty() ? width : machines.size();
  }

  private long standing(int next, boolean losesWork, ChangeCost cost, WorkLoss loss) {
    if (held.isEmpty() || next == 0) {
      return 0;
    }
    if (losesWork) {
      return loss instanceof WorkLoss.Everything ? 0 : cost.resizeMillis();
    }
    return next == held.size() ? cost.migrateMillis() : cost.resizeMillis();
  }

  private JobChanges counted(int next, int gone) {
    final boolean resized = !held.isEmpty() && next > 0;
    return new JobChanges(
        changes.grown() + (resized && next > held.size() ? 1 : 0),
        changes.shrunk() + (resized && next < held.size() ? 1 : 0),
        changes.migrated() + (resized && next == held.size() ? 1 : 0),
        changes.suspended() + (!held.isEmpty() && next == 0 ? 1 : 0),
        changes.evictions() + gone);
  }

  /** All that is needed to go on with it. */
  SavedRun.Job saved() {
    return new SavedRun.Job(
        job.number(),
        held,
        width,
        left,
        nowMillis,
        sinceMillis,
        standsUntil,
        begin.orElse(SavedRun.NEVER),
        end.orElse(SavedRun.NEVER),
        changes,
        new SavedRun.Work(useful, overhead, lost),
        new SavedRun.Work(unsafeWork, unsafeMachineMillis, unsafeMillis));
  }

  /** It goes on from there. */
  void restore(SavedRun.Job saved) {
    held = saved.held();
    kept = held;
    mayLack = true;
    width = saved.width();
    left = saved.left();
    nowMillis = saved.nowMillis();
    sinceMillis = saved.sinceMillis();
    standsUntil = saved.standsUntil();
    begin = SavedRun.time(saved.begin());
    end = SavedRun.time(saved.end());
    changes = saved.changes();
    useful = saved.done().first();
    overhead = saved.done().second();
    lost = saved.done().third();
    unsafeWork = saved.unsafe().first();
    unsafeMachineMillis = saved.unsafe().second();
    unsafeMillis = saved.unsafe().third();
  }

  EndedJob ended() {
    return new EndedJob(job, begin, end, changes);
  }

  double useful() {
    return useful;
  }

  double overhead() {
    return overhead;
  }

  double lost() {
    return lost;
  }
}
