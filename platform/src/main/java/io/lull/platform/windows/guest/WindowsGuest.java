package io.lull.platform.windows.guest;

import com.sun.jna.platform.win32.WinNT.HANDLE;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.process.Deadline;
import io.lull.platform.process.SpawnedGuest;
import io.lull.platform.process.SpawnedProcess;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A guest as a job object: every process that it starts belongs to the job. */
final class WindowsGuest extends SpawnedGuest {
  private static final Logger LOG = LoggerFactory.getLogger(WindowsGuest.class);
  private static final int ALL = 10_000;
  private static final Duration LOOK_AGAIN_AFTER = Duration.ofMillis(1);

  private final HANDLE job;
  private final Calls calls;
  private final int releasedShare;
  private boolean closed;
  private double secondsAtEnd;

  /**
   * @param cores of the machine
   */
  record Calls(JobCalls jobs, ProcessCalls processes, int cores, Clock clock) {}

  WindowsGuest(
      GuestId id, HANDLE job, SpawnedProcess.Streams streams, GuestLimits limits, Calls calls) {
    super(id, streams, calls.clock());
    this.job = job;
    this.calls = calls;
    this.releasedShare = share(limits.cores(), calls.cores());
  }

  /** Of all processors, in ten thousandths; at least one, since none would mean no cap at all. */
  static int share(double cores, int ofCores) {
    return (int) Math.clamp(Math.round(cores / ofCores * ALL), 1L, (long) ALL);
  }

  @Override
  public void hold(double cores) {
    cap(share(cores, calls.cores()));
    for (final long pid : members()) {
      try {
        calls.processes().lower(pid);
      } catch (RuntimeException e) {
        LOG.debug("process {} of guest {} keeps its priority: {}", pid, id(), e.getMessage());
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
      LOG.warn("guest {} is held by its priority alone: {}", id(), e.getMessage());
    }
  }

  @Override
  protected boolean suspend(long pid) {
    try {
      return calls.processes().suspend(pid);
    } catch (RuntimeException e) {
      LOG.debug("process {} of guest {} does not stop: {}", pid, id(), e.getMessage());
      return false;
    }
  }

  @Override
  protected void resume(long pid) {
    try {
      calls.processes().resume(pid);
    } catch (RuntimeException e) {
      LOG.warn("process {} of guest {} does not resume: {}", pid, id(), e.getMessage());
    }
  }

  @Override
  protected boolean endMembers(Deadline deadline) {
    terminate();
    return deadline.retry(LOOK_AGAIN_AFTER, () -> members().isEmpty());
  }

  private synchronized void terminate() {
    if (!closed) {
      calls.jobs().terminate(job);
    }
  }

  @Override
  protected synchronized void close() {
    secondsAtEnd = calls.jobs().seconds(job);
    closed = true;
    calls.jobs().close(job);
  }

  @Override
  protected synchronized double seconds() {
    return closed ? secondsAtEnd : calls.jobs().seconds(job);
  }

  @Override
  protected synchronized Set<Long> members() {
    return closed ? Set.of() : calls.jobs().members(job);
  }

  @Override
  public long residentBytes() {
    return members().stream().mapToLong(calls.processes()::residentBytes).sum();
  }
}
