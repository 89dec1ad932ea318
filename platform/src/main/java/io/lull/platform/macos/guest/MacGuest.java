package io.lull.platform.macos.guest;

import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.macos.guest.MacCalls.Row;
import io.lull.platform.macos.guest.MacCalls.State;
import io.lull.platform.process.Deadline;
import io.lull.platform.process.SpawnedGuest;
import io.lull.platform.process.SpawnedProcess;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A guest as its own session: macOS has no group of processes that none can leave. */
final class MacGuest extends SpawnedGuest {
  private static final Logger LOG = LoggerFactory.getLogger(MacGuest.class);
  private static final Duration KILL_AGAIN_AFTER = Duration.ofMillis(1);
  private static final Duration GONE_WITHIN = Duration.ofSeconds(5);
  private static final long CHECK_MEMORY_EVERY_MILLIS = 1_000;

  private final GuestLimits limits;
  private final MacCalls calls;
  private final SessionMembers session;
  private volatile boolean tookTooMuchMemory;
  private double seconds;

  MacGuest(
      GuestId id, SpawnedProcess.Streams streams, GuestLimits limits, MacCalls calls, Clock clock) {
    super(id, streams, clock);
    this.limits = limits;
    this.calls = calls;
    this.session = new SessionMembers(id.pid());
  }

  @Override
  protected Set<Long> members() {
    return session.of(calls.processes());
  }

  /**
   * No share can be set: a background process gets what nothing else uses, on slow cores if any.
   */
  @Override
  public void hold(double cores) {
    members().forEach(pid -> calls.background(pid, true));
  }

  @Override
  public void release() {
    members().forEach(pid -> calls.background(pid, false));
  }

  @Override
  protected boolean suspend(long pid) {
    calls.signal(pid, MacCalls.SIGSTOP);
    return calls.processes().stream()
        .filter(row -> row.pid() == pid)
        .map(Row::state)
        .allMatch(state -> state != State.RUNNING);
  }

  @Override
  protected void resume(long pid) {
    calls.signal(pid, MacCalls.SIGCONT);
  }

  @Override
  protected boolean endMembers(Deadline deadline) {
    return deadline.retry(
        KILL_AGAIN_AFTER,
        () -> {
          final Set<Long> members = members();
          members.forEach(pid -> calls.signal(pid, MacCalls.SIGKILL));
          return members.isEmpty();
        });
  }

  /** Ends the guest when it exceeds its memory limit, which macOS does not enforce. */
  void enforceMemoryLimit() {
    while (true) {
      try {
        exit().get(CHECK_MEMORY_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        final long bytes = residentBytes();
        if (bytes > limits.memoryBytes()) {
          LOG.warn("guest {} is ended: it took {} of {} bytes", id(), bytes, limits.memoryBytes());
          tookTooMuchMemory = true;
          kill(GONE_WITHIN);
        }
      } catch (ExecutionException e) {
        return;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  @Override
  public boolean tookTooMuchMemory() {
    return tookTooMuchMemory;
  }

  @Override
  public long residentBytes() {
    return members().stream().mapToLong(pid -> calls.use(pid).bytes()).sum();
  }

  /** Processes that ended unseen after their parent had ended are missing. */
  @Override
  protected synchronized double seconds() {
    final double now =
        exit().isDone() ? 0 : members().stream().mapToDouble(pid -> calls.use(pid).seconds()).sum();
    seconds = Math.max(seconds, now);
    return seconds;
  }
}
