package io.lull.platform.guest;

import java.time.Duration;

/** The processes of a guest. */
public interface Guest {
  GuestId id();

  GuestPipes pipes();

  /**
   * Gives the guest the normal weight, up to one core, until it is settled, held or suspended;
   * every guest begins so. Its start, and its end on request, would never finish at idle priority
   * beside a program that computes.
   */
  default void hasten() {}

  /** Returns the guest to what nobody else uses. */
  default void settle() {}

  /**
   * Gives every thread of the guest the lowest priority and, where the system can, limits their
   * total processor time. Returns when both are in force.
   *
   * @param cores a share of one core, or a number of cores
   */
  void hold(double cores);

  /** Reverses {@link #hold}: the guest may use what is idle, up to its limits. */
  void release();

  /**
   * Stops every thread of the guest, held or not.
   *
   * @return whether all had stopped when this returned
   */
  boolean suspend();

  /** Continues the guest after {@link #suspend}, held if it was held. */
  void resume();

  /**
   * Ends the guest by force, suspended or not, and waits until its processes have ended and its
   * memory is free.
   *
   * @return whether that happened in time
   */
  boolean kill(Duration within);

  /** Whether the system has ended the guest because it exceeded its memory limit. */
  default boolean tookTooMuchMemory() {
    return false;
  }

  /** Resident memory of all its processes; each counts the pages that they share. */
  long residentBytes();
}
