package io.lull.agent.core.owner;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.UserSession;
import io.lull.platform.machine.MemoryState;
import io.lull.platform.machine.PowerState;
import io.lull.platform.machine.ThermalState;
import io.lull.platform.machine.Traffic;
import java.util.Set;

/** An event on a node. Nanoseconds are those of the agent's clock. */
public sealed interface NodeEvent {
  /**
   * The owner's input.
   *
   * @param movedPixels how far the pointer moved, if nothing else happened; else {@link
   *     InputSignal.Activity#MORE}
   */
  record Input(String source, long nanos, int movedPixels) implements NodeEvent {
    public Input(String source, long nanos) {
      this(source, nanos, InputSignal.Activity.MORE);
    }
  }

  /**
   * A source works or is lost.
   *
   * @param lastInputNanos with working: the owner's last activity as far as the source knows
   * @param coverage with working: what the source sees
   */
  record SourceHealth(
      String source, boolean working, String detail, long lastInputNanos, Set<Coverage> coverage)
      implements NodeEvent {
    public SourceHealth {
      coverage = Set.copyOf(coverage);
    }

    /** A source that sees everything. */
    public SourceHealth(String source, boolean working, String detail, long lastInputNanos) {
      this(source, working, detail, lastInputNanos, Set.of(new Coverage.Everything()));
    }
  }

  /** The source has nothing left to observe. */
  record SourceGone(String source) implements NodeEvent {}

  /** From a source that lists sessions. */
  record SessionSeen(String source, UserSession session) implements NodeEvent {}

  record SessionEnded(String source, String id) implements NodeEvent {}

  /**
   * The owner is engaged with the machine without using its input devices, or no longer.
   *
   * @param by the program; with on false and empty: every engagement of this kind that the source
   *     reported
   */
  record Engaged(String source, InputSignal.Engagement how, String by, boolean on)
      implements NodeEvent {}

  /** The machine slept. */
  record Slept() implements NodeEvent {}

  /** Shares of all cores since the last such event. */
  record Load(double ownerCpu, double guestCpu) implements NodeEvent {}

  record Lock(String source) implements NodeEvent {}

  record Unlock(String source) implements NodeEvent {}

  record Power(PowerState state) implements NodeEvent {}

  record Warmth(ThermalState heat) implements NodeEvent {}

  record Memory(MemoryState state) implements NodeEvent {}

  record Busy(Traffic traffic) implements NodeEvent {}

  /**
   * A program that wants the machine to itself.
   *
   * @param name of the program; empty: none runs
   */
  record ExclusiveProgram(String name) implements NodeEvent {}

  /**
   * A worker is about to start for this user.
   *
   * @param ghost it is to wait without data
   */
  record GuestClaimed(String worker, String user, boolean ghost) implements NodeEvent {
    /** One that is to get data. */
    public GuestClaimed(String worker, String user) {
      this(worker, user, false);
    }
  }

  /** A worker, a ghost maybe, is told to take data. */
  record GuestWoken(String worker) implements NodeEvent {}

  record GuestStarted(String worker) implements NodeEvent {}

  record GuestReady(String worker) implements NodeEvent {}

  /** No thread of the guest runs beyond what the owner allows, since this time. */
  record GuestHeld(String worker, long nanos) implements NodeEvent {}

  /**
   * A worker is asked to take part in a change or a checkpoint, which hands over its data.
   *
   * @param last the change has ended or was abandoned
   */
  record HandOver(String worker, boolean last) implements NodeEvent {}

  /** The worker's processes have ended and its memory is free, or it never started. */
  record GuestGone(String worker) implements NodeEvent {}

  /** No coordinator has been heard for the length of the lease. */
  record LeaseLost() implements NodeEvent {}

  /**
   * The owner pauses.
   *
   * @param untilEpochMillis {@link Long#MAX_VALUE}: until resumed
   * @param afterGuests once the present guests have ended; at once if there is none
   */
  record Pause(long untilEpochMillis, boolean afterGuests) implements NodeEvent {
    /** A pause that begins at once. */
    public Pause(long untilEpochMillis) {
      this(untilEpochMillis, false);
    }
  }

  record Resume() implements NodeEvent {}

  record SettingsChanged() implements NodeEvent {}

  record Tick() implements NodeEvent {}
}
