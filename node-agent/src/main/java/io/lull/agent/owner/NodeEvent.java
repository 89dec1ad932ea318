package io.lull.agent.owner;

/** What happens to a node. Nanoseconds are of the agent's clock. */
public sealed interface NodeEvent {
  record Input(String source, long nanos) implements NodeEvent {}

  /**
   * @param lastInputNanos with working: when the owner was last active as far as the source knows
   */
  record SourceHealth(String source, boolean working, String detail, long lastInputNanos)
      implements NodeEvent {}

  /** Shares of all cores since the last such event. */
  record Load(double ownerCpu, double guestCpu) implements NodeEvent {}

  record Lock() implements NodeEvent {}

  record Unlock() implements NodeEvent {}

  record Power(boolean mains, double charge) implements NodeEvent {}

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

  /** Its processes have ended and its memory is free, or it was never started. */
  record GuestGone(String worker) implements NodeEvent {}

  /** No coordinator was heard for as long as its claims hold. */
  record LeaseLost() implements NodeEvent {}

  /**
   * @param untilEpochMillis {@link Long#MAX_VALUE}: until resumed
   */
  record Pause(long untilEpochMillis) implements NodeEvent {}

  record Resume() implements NodeEvent {}

  record SettingsChanged() implements NodeEvent {}

  record Tick() implements NodeEvent {}
}
