package io.lull.platform.linux;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestPipes;
import io.lull.platform.linux.cgroup.GuestGroup;
import io.lull.platform.linux.cgroup.GuestReaper;
import io.lull.platform.process.Deadline;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A guest that this process started: signals do what its control group cannot do. */
final class LinuxGuest implements Guest {
  /** The means to act on the guest. */
  record Reach(@Nullable GuestGroup group, @Nullable GuestReaper reaper, GuestSignals signals) {}

  private final GuestPipes pipes;
  private final GuestId id;
  private final Reach reach;
  private final boolean idles;
  private final Clock clock;

  /** Guarded by this: signals stopped it, too. */
  private boolean signalled;

  /**
   * @param idles whether its group has the idle policy, which makes its threads' own policy
   *     irrelevant
   */
  LinuxGuest(GuestPipes pipes, GuestId id, Reach reach, boolean idles, Clock clock) {
    this.pipes = pipes;
    this.id = id;
    this.reach = reach;
    this.idles = idles;
    this.clock = clock;
  }

  @Override
  public GuestId id() {
    return id;
  }

  @Override
  public GuestPipes pipes() {
    return pipes;
  }

  @Override
  public synchronized void hasten() {
    if (reach.group != null) {
      reach.group.hasten();
    }
  }

  @Override
  public synchronized void settle() {
    if (reach.group != null) {
      reach.group.settle();
    }
  }

  @Override
  public synchronized void hold(double cores) {
    if (reach.group != null) {
      reach.group.hold(cores);
    }
    if (!idles) {
      reach.signals.hold();
    }
  }

  @Override
  public synchronized void release() {
    if (reach.group != null) {
      reach.group.release();
    }
  }

  @Override
  public synchronized boolean suspend() {
    if (reach.group != null && reach.group.freeze()) {
      return true;
    }
    signalled = true;
    return reach.signals.suspend();
  }

  @Override
  public synchronized void resume() {
    if (signalled) {
      reach.signals.resume();
      signalled = false;
    }
    if (reach.group != null) {
      reach.group.thaw();
    }
  }

  @Override
  public boolean kill(Duration within) {
    final Deadline deadline = Deadline.in(within, clock);
    final GuestGroup group = reach.group;
    boolean gone = (group != null && group.stops()) || reach.signals.kill(within);
    if (gone && group != null) {
      gone = group.kill(deadline.left());
    }
    if (gone && reach.reaper != null) {
      reach.reaper.close();
    }
    return deadline.await(pipes.exit()) && gone;
  }

  @Override
  public boolean tookTooMuchMemory() {
    return reach.group != null && reach.group.tookTooMuchMemory();
  }

  @Override
  public long residentBytes() {
    return reach.signals.residentBytes();
  }
}
