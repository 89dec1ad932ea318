package io.lull.platform.windows.guest;

import com.sun.jna.platform.win32.WinNT.HANDLE;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.Sandbox;
import io.lull.platform.process.Deadline;
import io.lull.platform.process.RunningGuests;
import io.lull.platform.windows.guest.ProcessCalls.Started;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guests as job objects. A job ends with the last handle to it, which is the agent's: no guest
 * outlives its agent.
 */
public final class WindowsGuests implements GuestStarter {
  private static final Logger LOG = LoggerFactory.getLogger(WindowsGuests.class);
  private static final Sandbox SANDBOX =
      new Sandbox.None("a restricted token takes privileges from it, and no file");

  private static final Duration END_AGAIN_AFTER = Duration.ofMillis(2);

  private final WindowsGuest.Calls calls;
  private final RunningGuests running = new RunningGuests();

  /**
   * @param cores of the machine
   */
  public WindowsGuests(int cores, Clock clock) {
    this(new WindowsGuest.Calls(new NativeJobs(), new NativeProcesses(), cores, clock));
  }

  WindowsGuests(WindowsGuest.Calls calls) {
    this.calls = calls;
  }

  @Override
  public Guest start(GuestSpec spec) throws IOException {
    try {
      final HANDLE job = calls.jobs().create(spec.limits());
      try {
        return start(spec, job);
      } catch (RuntimeException | LinkageError e) {
        calls.jobs().close(job);
        throw e;
      }
    } catch (RuntimeException | LinkageError e) {
      throw new IOException("Windows did not start the guest: " + e.getMessage(), e);
    }
  }

  private Guest start(GuestSpec spec, HANDLE job) {
    final Started started = calls.processes().start(spec, job);
    final WindowsGuest guest =
        new WindowsGuest(
            GuestId.ofAnyBoot(started.pid(), started.startTicks()),
            job,
            started.streams(),
            spec.limits(),
            calls);
    guest.release();
    calls.processes().lower(started.pid());
    calls.processes().begin(started);
    running.add(guest, () -> calls.processes().awaitEnd(started));
    return guest;
  }

  /** Processor time of all guests of this agent, including ended ones. */
  public double seconds() {
    return running.seconds();
  }

  @Override
  public String priority() {
    return "a job object, idle priority, power throttling";
  }

  @Override
  public Sandbox sandbox() {
    return SANDBOX;
  }

  @Override
  public boolean groups() {
    return true;
  }

  /** Windows ends the guests of an agent with it; this is for one that it has not ended yet. */
  @Override
  public boolean reap(GuestId id, Duration within) {
    try {
      return Deadline.in(within, calls.clock()).retry(END_AGAIN_AFTER, () -> ended(id));
    } catch (RuntimeException e) {
      LOG.debug("guest {} cannot be ended: {}", id, e.getMessage());
      return false;
    }
  }

  /** Whether the guest's process has ended; if not, ends it. */
  private boolean ended(GuestId id) {
    final OptionalLong ticks = calls.processes().startTicks(id.pid());
    if (ticks.isEmpty() || ticks.getAsLong() != id.startTicks()) {
      return true;
    }
    calls.processes().terminate(id.pid());
    return false;
  }
}
