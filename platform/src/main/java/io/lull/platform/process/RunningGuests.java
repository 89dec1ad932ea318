package io.lull.platform.process;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** The guests of an agent that run, and the processor time of those that have ended. */
public final class RunningGuests {
  private final List<SpawnedGuest> running = new ArrayList<>();
  private double secondsOfEnded;

  /**
   * @param awaitExit waits until the guest's first process has ended; returns its exit code
   */
  public void add(SpawnedGuest guest, IntSupplier awaitExit) {
    synchronized (running) {
      running.add(guest);
    }
    final Thread _ =
        Thread.ofPlatform()
            .daemon()
            .name("guest-" + guest.id().pid())
            .start(() -> {
              guest.ended(awaitExit.getAsInt());
              synchronized (running) {
                running.remove(guest);
                secondsOfEnded += guest.seconds();
              }
            });
  }

  /** Processor time of all guests of this agent, including ended ones. */
  public double seconds() {
    synchronized (running) {
      return secondsOfEnded + running.stream().mapToDouble(SpawnedGuest::seconds).sum();
    }
  }
}
