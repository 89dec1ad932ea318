package io.lull.platform.process;

import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestPipes;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A guest whose first process was started by native calls, and whose processes are stopped one by
 * one.
 */
public abstract class SpawnedGuest implements Guest {
  private static final Logger LOG = LoggerFactory.getLogger(SpawnedGuest.class);
  private static final Duration LEFTOVERS_GONE_WITHIN = Duration.ofSeconds(5);

  private final GuestId id;
  private final Clock clock;
  private final GuestSuspension suspension;
  private final GuestPipes pipes;
  private final CompletableFuture<Integer> exit = new CompletableFuture<>();

  protected SpawnedGuest(GuestId id, SpawnedProcess.Streams streams, Clock clock) {
    this.id = id;
    this.clock = clock;
    this.suspension = new GuestSuspension(new Processes(), clock);
    this.pipes =
        new GuestPipes(new SpawnedProcess(id.pid(), streams, exit, () -> kill(Duration.ZERO)));
  }

  /** The processes that run now, by their numbers. */
  protected abstract Set<Long> members();

  /**
   * Stops all threads of one process.
   *
   * @return whether it has stopped or ended
   */
  protected abstract boolean suspend(long pid);

  /** Reverses one {@link #suspend(long)}; does nothing if the process has ended. */
  protected abstract void resume(long pid);

  /**
   * Ends all processes by force.
   *
   * @return whether none was left in time
   */
  protected abstract boolean endMembers(Deadline deadline);

  /** Releases the system's objects of the guest, none of whose processes is left. */
  protected void close() {}

  /** Processor time so far, in seconds; never less than before. */
  protected abstract double seconds();

  @Override
  public final GuestId id() {
    return id;
  }

  @Override
  public final GuestPipes pipes() {
    return pipes;
  }

  @Override
  public final boolean suspend() {
    return suspension.stop();
  }

  @Override
  public final void resume() {
    suspension.go();
  }

  @Override
  public final boolean kill(Duration within) {
    final Deadline deadline = Deadline.in(within, clock);
    final boolean gone = endMembers(deadline);
    return deadline.await(exit) && gone;
  }

  /** The exit code of the first process, once no process is left. */
  protected final Future<Integer> exit() {
    return exit;
  }

  /** A guest ends with its first process: what that left behind is ended, too. */
  final void ended(int exitCode) {
    if (!endMembers(Deadline.in(LEFTOVERS_GONE_WITHIN, clock))) {
      LOG.warn("processes of guest {} outlive it", id);
    }
    close();
    exit.complete(exitCode);
  }

  private final class Processes implements GuestSuspension.Processes {
    @Override
    public Set<Long> members() {
      return SpawnedGuest.this.members();
    }

    @Override
    public boolean stop(long pid) {
      return SpawnedGuest.this.suspend(pid);
    }

    @Override
    public void go(long pid) {
      SpawnedGuest.this.resume(pid);
    }
  }
}
