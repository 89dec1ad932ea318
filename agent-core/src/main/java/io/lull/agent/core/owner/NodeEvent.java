package io.lull.agent.core.owner;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.UserSession;
import io.lull.platform.machine.ThermalState;
import io.lull.platform.machine.PowerState;
import io.lull.platform.machine.Traffic;
import java.util.Set;

/** What happens to a node. Nanoseconds are of the agent's clock. */
public sealed interface NodeEvent {
  /**
   * @param movedPixels how far the pointer moved, if that is all that happened; else {@link
   *     InputSignal.Activity#MORE}
   */
  record Input(String source, long nanos, int movedPixels) implements NodeEvent {
    public Input(String source, long nanos) {
      this(source, nanos, InputSignal.Activity.MORE);
    }
  }

  /**
   * @param lastInputNanos with working: when the owner was last active as far as the source knows
   * @param coverage with working: what the source sees
   */
  record SourceHealth(
      String source, boolean working, String detail, long lastInputNanos, Set<Coverage> coverage)
      implements NodeEvent {
    public SourceHealth {
      coverage = Set.copyOf(coverage);
    }

    /** One that sees everything. */
    public SourceHealth(String source, boolean working, String detail, long lastInputNanos) {
      this(source, working, detail, lastInputNanos, Set.of(new Coverage.Everything()));
    }
  }

  /** There is nothing left to see for it. */
  record SourceGone(String source) implements NodeEvent {}

  /** Told by a source that lists sessions. */
  record SessionSeen(String source, UserSession session) implements NodeEvent {}

  record SessionEnded(String source, String id) implements NodeEvent {}

  /**
   * The owner is busy with the machine though their hands are still, or no longer.
   *
   * @param by with on false: of that alone, if it was told before, else of all of this kind that
   *     the source told of
   */
  record Engaged(String source, InputSignal.Engagement how, String by, boolean on)
      implements NodeEvent {}

  /** The machine was asleep. */
  record Slept() implements NodeEvent {}

  /** Shares of all cores since the last such event. */
  record Load(double ownerCpu, double guestCpu) implements NodeEvent {}

  record Lock(String source) implements NodeEvent {}

  record Unlock(String source) implements NodeEvent {}

  record Power(PowerState state) implements NodeEvent {}

  record Warmth(ThermalState heat) implements NodeEvent {}

  record Busy(Traffic traffic) implements NodeEvent {}

  /**
   * @param name of a program that runs and wants the machine to itself; empty: none does
   */
  record ExclusiveProgram(String name) implements NodeEvent {}

  /** A worker is about to be started for this user. */
  record GuestClaimed(String worker, String user) implements NodeEvent {}

  record GuestStarted(String worker) implements NodeEvent {}

  record GuestReady(String worker) implements NodeEvent {}

  /** Nothing of it runs beyond what the owner allows, since this moment. */
  record GuestHeld(String worker, long nanos) implements NodeEvent {}

  /**
   * A worker is asked to take part in a change or a checkpoint, as it must to hand over its data.
   *
   * @param last with this the change is over, or given up
   */
  record HandOver(String worker, boolean last) implements NodeEvent {}

  /** Its processes have ended and its memory is free, or it was never started. */
  record GuestGone(String worker) implements NodeEvent {}

  /** No coordinator was heard for as long as its claims hold. */
  record LeaseLost() implements NodeEvent {}

  /**
   * @param untilEpochMillis {@link Long#MAX_VALUE}: until resumed
   * @param afterGuests once the guests that are here have ended; at once where there is none
   */
  record Pause(long untilEpochMillis, boolean afterGuests) implements NodeEvent {
    /** At once. */
    public Pause(long untilEpochMillis) {
      this(untilEpochMillis, false);
    }
  }

  record Resume() implements NodeEvent {}

  record SettingsChanged() implements NodeEvent {}

  record Tick() implements NodeEvent {}
}
