package io.lull.platform.macos.guest;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestPipes;
import io.lull.platform.macos.guest.MacCalls.Row;
import io.lull.platform.macos.guest.MacCalls.State;
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

/** A guest as its own session: macOS has nothing that would hold its processes together. */
final class MacGuest implements Guest {
  private static final Logger LOG = LoggerFactory.getLogger(MacGuest.class);
  private static final long LOOK_AGAIN_NANOS = 1_000_000;
  private static final Duration GONE_WITHIN = Duration.ofSeconds(5);
  private static final long WEIGH_EVERY_MILLIS = 1_000;

  private final GuestId id;
  private final GuestLimits limits;
  private final MacCalls calls;
  private final Clock clock;
  private final GuestMembers guest;
  private final GuestStillness stillness;
  private final GuestPipes pipes;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();
  private volatile boolean tookTooMuchMemory;
  private double seconds;

  MacGuest(
      GuestId id, SpawnedProcess.Streams streams, GuestLimits limits, MacCalls calls, Clock clock) {
    this.id = id;
    this.limits = limits;
    this.calls = calls;
    this.clock = clock;
    this.guest = new GuestMembers(id.pid());
    this.stillness = new GuestStillness(new Members(), clock);
    this.pipes =
        new GuestPipes(new SpawnedProcess(id.pid(), streams, exit, () -> kill(Duration.ZERO)));
  }

  @Override
  public GuestId id() {
    return id;
  }

  @Override
  public GuestPipes pipes() {
    return pipes;
  }

  private Set<Long> members() {
    return guest.of(calls.processes());
  }

  /** No share can be set: as background it gets what nothing else wants, on slow cores if any. */
  @Override
  public void hold(double cores) {
    members().forEach(pid -> calls.background(pid, true));
  }

  @Override
  public void release() {
    members().forEach(pid -> calls.background(pid, false));
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
    final long deadline = clock.nanos() + within.toNanos();
    final boolean gone = killMembers(deadline);
    try {
      exit.get(Math.max(0, deadline - clock.nanos()), TimeUnit.NANOSECONDS);
      return gone;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean killMembers(long deadline) {
    while (true) {
      final Set<Long> members = members();
      if (members.isEmpty()) {
        return true;
      }
      members.forEach(pid -> calls.signal(pid, MacCalls.SIGKILL));
      if (clock.nanos() - deadline >= 0) {
        return false;
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }

  /** A guest is over with its first process: what that left behind is ended. */
  void ended(int code) {
    if (!killMembers(clock.nanos() + GONE_WITHIN.toNanos())) {
      LOG.warn("processes of guest {} outlive it", id);
    }
    exit.complete(code);
  }

  /** The system caps nobody's memory: it is looked at, until the guest has ended. */
  void weigh() {
    while (true) {
      try {
        exit.get(WEIGH_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        final long bytes = residentBytes();
        if (bytes > limits.memoryBytes()) {
          LOG.warn("guest {} is ended: it took {} of {} bytes", id, bytes, limits.memoryBytes());
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

  /** Processor time so far; what ended unseen and was nobody's child any more is not in it. */
  synchronized double seconds() {
    final double now =
        exit.isDone() ? 0 : members().stream().mapToDouble(pid -> calls.use(pid).seconds()).sum();
    seconds = Math.max(seconds, now);
    return seconds;
  }

  private final class Members implements GuestStillness.Processes {
    @Override
    public Set<Long> members() {
      return MacGuest.this.members();
    }

    @Override
    public boolean stop(long pid) {
      calls.signal(pid, MacCalls.SIGSTOP);
      return calls.processes().stream()
          .filter(row -> row.pid() == pid)
          .map(Row::state)
          .allMatch(state -> state != State.RUNNING);
    }

    @Override
    public void go(long pid) {
      calls.signal(pid, MacCalls.SIGCONT);
    }
  }
}
