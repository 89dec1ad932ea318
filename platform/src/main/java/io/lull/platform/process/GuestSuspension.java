package io.lull.platform.process;

import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Stops a whole guest where the system stops only one process at a time: processes that start
 * meanwhile escape one pass, so passes follow until one finds no new process.
 */
public final class GuestSuspension {
  private static final long WITHIN_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long LOOK_AGAIN_NANOS = 200_000;

  private final Processes processes;
  private final Clock clock;
  private final Set<Long> stopped = new HashSet<>();

  /** The guest's processes, by their numbers. */
  public interface Processes {
    Set<Long> members();

    /**
     * Stops all threads of a process.
     *
     * @return whether it has stopped or ended
     */
    boolean stop(long pid);

    /** Reverses one {@link #stop}; does nothing if the process has ended. */
    void go(long pid);
  }

  public GuestSuspension(Processes processes, Clock clock) {
    this.processes = processes;
    this.clock = clock;
  }

  /** Returns whether all stood still. */
  public synchronized boolean stop() {
    final long deadline = clock.nanos() + WITHIN_NANOS;
    while (true) {
      final Set<Long> members = processes.members();
      // A reused number is another process.
      stopped.retainAll(members);
      boolean news = false;
      boolean refused = false;
      for (final long pid : members) {
        if (stopped.contains(pid)) {
          continue;
        }
        news = true;
        if (processes.stop(pid)) {
          stopped.add(pid);
        } else {
          refused = true;
        }
      }
      if (!news) {
        return true;
      }
      if (clock.nanos() - deadline >= 0) {
        return false;
      }
      if (refused) {
        LockSupport.parkNanos(LOOK_AGAIN_NANOS);
      }
    }
  }

  public synchronized void go() {
    final Set<Long> members = processes.members();
    stopped.stream().filter(members::contains).forEach(processes::go);
    stopped.clear();
  }
}
