package io.lull.simulator.world;

import io.lull.coordinator.core.control.Announcements;
import io.lull.coordinator.core.control.ControlObserver;
import io.lull.coordinator.core.control.ControlRound;
import io.lull.coordinator.core.control.GridControl;
import io.lull.coordinator.core.control.GridTerms;
import io.lull.coordinator.core.control.ZonedNodeHistory;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.leadership.MemoryLease;
import io.lull.coordinator.core.store.GuardedRecordMaps;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.DataPlane;
import io.lull.scheduling.SharingTerms;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;

/**
 * The one store of all coordinators, in memory, and the lease by which one of them leads. It fails
 * as a database does whose disk is full, whose network breaks or whose clock is set; and as none
 * should, which loses a write that it has acknowledged.
 */
public final class SharedStore {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final VirtualWorld world;
  private final InMemoryRecordMaps maps = new InMemoryRecordMaps();
  private final NodeHistory history;
  private final MemoryLease lease;
  private long jobNumber;
  private boolean refusing;
  private boolean silent;
  private int forgotten;

  SharedStore(VirtualWorld world) {
    this.world = world;
    this.history = world.setup().past().apply(world.clock().epochMillis());
    this.lease = new MemoryLease(world.clock());
  }

  /** It refuses writes, or takes them again. */
  public void refuse(boolean isRefusing) {
    world.note(isRefusing ? "the store refuses writes" : "the store takes writes");
    refusing = isRefusing;
    lease.away(refusing || silent);
  }

  /** It does not answer any more, though it does what it is asked; or it answers again. */
  public void silence(boolean isSilent) {
    world.note(isSilent ? "the store does not answer" : "the store answers");
    silent = isSilent;
    lease.away(refusing || silent);
  }

  /** It says that the next writes were made, and does not make them. */
  public void forget(int writes) {
    forgotten = writes;
  }

  /** Somebody sets the clock that jobs' times and the lease are by. */
  public void jumpClock(Duration by) {
    world.note("the store's clock jumps by " + by);
    world.clock().jump(by);
  }

  /** That clock goes wrong, or right again. */
  public void driftClock(double part) {
    world.clock().drift(part);
  }

  /** It works as it should. */
  void heal() {
    refusing = false;
    silent = false;
    lease.away(false);
  }

  MemoryLease lease() {
    return lease;
  }

  long nextJobNumber() {
    jobNumber = Math.max(jobNumber, new JobStore(maps).lastNumber()) + 1;
    return jobNumber;
  }

  /** The stored state of every job. */
  Map<String, Job> jobs() {
    final Map<String, Job> jobs = new TreeMap<>();
    new JobStore(maps).all().forEach(job -> jobs.put(job.id(), job));
    return jobs;
  }

  /** For a coordinator that begins to lead. */
  ControlRound newRound(LeaderLease mine, Clock membersClock) {
    final RecordMaps fenced =
        new GuardedRecordMaps(
            new GuardedRecordMaps(maps, new Faults()),
            GuardedRecordMaps.WriteGuard.fence(() -> lease.fence() == mine.fence()));
    final ControlObserver observer = new NothingFails();
    return new ControlRound(
        GridControl.open(
            fenced,
            new ZonedNodeHistory(history, ZoneOffset.UTC),
            new GridTerms(SharingTerms.DEFAULT, job -> DataPlane.getDefaultInstance()),
            mine,
            () -> true,
            membersClock,
            observer),
        mine,
        Announcements.NONE,
        membersClock,
        observer);
  }

  private final class Faults implements GuardedRecordMaps.WriteGuard {
    @Override
    public boolean admits() {
      if (refusing) {
        throw new StoreException("no space left");
      }
      if (forgotten > 0) {
        forgotten--;
        world.note("the store forgets a write");
        return false;
      }
      return true;
    }

    @Override
    public void made() {
      if (silent) {
        throw new StoreException("the database does not answer");
      }
    }
  }

  /** An event that a round cannot take is a fault of the program. */
  private final class NothingFails implements ControlObserver {
    @Override
    public void jobStepped(Job before, Job after) {
      world.setup().steps().stepped(before, after, world.agenda().nanos() / NANOS_PER_MILLI);
    }

    @Override
    public void eventFailed(String event, String node, RuntimeException why) {
      world.check(false, event + " of " + node + " could not be taken: " + why);
    }

    @Override
    public void jobFailedOn(String job, JobEvent event, RuntimeException why) {
      world.check(false, job + " could not take " + event + ": " + why);
    }

    @Override
    public void jobNotSettled(Job job, JobEvent event) {
      world.check(false, job.id() + " did not settle after " + event + ": " + job.phase());
    }
  }
}
