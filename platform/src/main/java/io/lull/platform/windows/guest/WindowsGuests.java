package io.lull.platform.windows.guest;

import com.sun.jna.platform.win32.WinNT.HANDLE;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.guest.Sandbox;
import io.lull.platform.windows.guest.ProcessCalls.Started;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Guests as job objects. A job dies with the last handle to it, which is the agent's: no guest
 * outlives its agent.
 */
public final class WindowsGuests implements GuestStarter {
  /** The time of its start tells apart processes of two starts of the machine, too. */
  private static final String ANY_BOOT = "any";

  private static final Sandbox SANDBOX =
      new Sandbox.None("a restricted token takes privileges from it, and no file");

  private static final long LOOK_AGAIN_NANOS = 2_000_000;

  private final WindowsGuest.Calls calls;
  private final List<WindowsGuest> living = new ArrayList<>();
  private double secondsOfEnded;

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
            new GuestId(started.pid(), started.startTicks(), ANY_BOOT),
            job,
            started.streams(),
            spec.limits(),
            calls);
    guest.release();
    calls.processes().lower(started.pid());
    calls.processes().begin(started);
    synchronized (living) {
      living.add(guest);
    }
    final Thread _ =
        Thread.ofPlatform()
            .daemon()
            .name("guest-" + started.pid())
            .start(() -> {
              guest.ended(calls.processes().awaitEnd(started));
              synchronized (living) {
                living.remove(guest);
                secondsOfEnded += guest.seconds();
              }
            });
    return guest;
  }

  /** Processor time of all guests of this agent, those that have ended included. */
  public double seconds() {
    synchronized (living) {
      return secondsOfEnded + living.stream().mapToDouble(WindowsGuest::seconds).sum();
    }
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

  /** What an agent before this one had started ended with it; this is for what Windows is late. */
  @Override
  public boolean reap(GuestId id, Duration within) {
    final long deadline = calls.clock().nanos() + within.toNanos();
    while (true) {
      final OptionalLong ticks = calls.processes().startTicks(id.pid());
      if (ticks.isEmpty() || ticks.getAsLong() != id.startTicks()) {
        return true;
      }
      try {
        calls.processes().terminate(id.pid());
      } catch (RuntimeException e) {
        return false;
      }
      if (calls.clock().nanos() - deadline >= 0) {
        return false;
      }
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
    }
  }
}
