package io.lull.platform.windows.guest;

import com.sun.jna.platform.win32.WinNT.HANDLE;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestPipes;
import io.lull.platform.process.GuestStillness;
import io.lull.platform.process.SpawnedProcess;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A guest as a job object: what it starts is in the job, too, whatever it does. */
final class WindowsGuest implements Guest {
  private static final Logger LOG = LoggerFactory.getLogger(WindowsGuest.class);
  private static final int ALL = 10_000;
  private static final long GONE_WITHIN_NANOS = Duration.ofSeconds(5).toNanos();
  private static final long LOOK_AGAIN_NANOS = 1_000_000;

  private final GuestId id;
  private final HANDLE job;
  private final Calls calls;
  private final int releasedShare;
  private final GuestStillness stillness;
  private final GuestPipes pipes;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private boolean closed;
  private double secondsAtEnd;

  /**
   * @param cores of the machine
   */
  record Calls(JobCalls jobs, ProcessCalls processes, int cores, Clock clock) {}

  WindowsGuest(
      GuestId id, HANDLE job, SpawnedProcess.Streams streams, GuestLimits limits, Calls calls) {
    this.id = id;
    this.job = job;
    this.calls = calls;
    this.releasedShare = share(limits.cores(), calls.cores());
    this.stillness = new GuestStillness(new Members(), calls.clock());
    this.pipes = new GuestPipes(new SpawnedProcess(id.pid(), streams, exit, this::terminate));
  }

  /** Of all processors, in ten thousandths; at least one, since none would mean no cap at all. */
  static int share(double cores, int ofCores) {
    return (int) Math.clamp(Math.round(cores / ofCores * ALL), 1L, (long) ALL);
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
  public void hold(double cores) {
    cap(share(cores, calls.cores()));
    for (final long pid : members()) {
      try {
        calls.processes().lower(pid);
      } catch (RuntimeException e) {
        LOG.debug("process {} of guest {} keeps its priority: {}", pid, id, e.getMessage());
      }
    }
  }

  @Override
  public void release() {
    cap(releasedShare);
  }

  private synchronized void cap(int share) {
    if (closed) {
      return;
    }
    try {
      calls.jobs().cap(job, share);
    } catch (RuntimeException e) {
      LOG.warn("guest {} is held by its priority alone: {}", id, e.getMessage());
    }
  }

  @Override
  public boolean suspend() {
    return stillness.stop();
  }

  @Override
  public void resume() {
    stillness.go();
  }

  @Override
  public boolean kill(Duration within) {
    final long deadline = calls.clock().nanos() + within.toNanos();
    terminate();
    try {
      exit.get(Math.max(0, deadline - calls.clock().nanos()), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private synchronized void terminate() {
    if (!closed) {
      calls.jobs().terminate(job);
    }
  }

  /** A guest is over with its first process: what that left behind is ended. */
  void ended(int code) {
    terminate();
    final long deadline = calls.clock().nanos() + GONE_WITHIN_NANOS;
    while (!members().isEmpty() && calls.clock().nanos() - deadline < 0) {
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
    synchronized (this) {
      secondsAtEnd = calls.jobs().seconds(job);
      closed = true;
      calls.jobs().close(job);
    }
    exit.complete(code);
  }

  synchronized double seconds() {
    return closed ? secondsAtEnd : calls.jobs().seconds(job);
  }

  private synchronized Set<Long> members() {
    return closed ? Set.of() : calls.jobs().members(job);
  }

  @Override
  public long residentBytes() {
    return members().stream().mapToLong(calls.processes()::residentBytes).sum();
  }

  private final class Members implements GuestStillness.Processes {
    @Override
    public Set<Long> members() {
      return WindowsGuest.this.members();
    }

    @Override
    public boolean stop(long pid) {
      try {
        return calls.processes().suspend(pid);
      } catch (RuntimeException e) {
        LOG.debug("process {} of guest {} does not stop: {}", pid, id, e.getMessage());
        return false;
      }
    }

    @Override
    public void go(long pid) {
      try {
        calls.processes().resume(pid);
      } catch (RuntimeException e) {
        LOG.warn("process {} of guest {} does not go on: {}", pid, id, e.getMessage());
      }
    }
  }
}
