package io.lull.agent.core.owner;

import static org.assertj.core.api.Assertions.assertThat;

/** A guest as the effects make it: what a real one would be doing now. */
final class GuestModel {
  private final String worker;
  private boolean started;
  private boolean held;
  private boolean frozen;
  private boolean killed;
  private boolean everSuspended;
  private boolean asked;

  /** {@link Long#MAX_VALUE}: it may stay. */
  long mustGoSinceNanos = Long.MAX_VALUE;

  /** {@link Long#MAX_VALUE}: its owner is away. */
  long lingersSinceNanos = Long.MAX_VALUE;

  GuestModel(String worker) {
    this.worker = worker;
  }

  void started() {
    started = true;
  }

  void asked(boolean last) {
    asked = mustGoSinceNanos != Long.MAX_VALUE || !last;
  }

  boolean asked() {
    return asked;
  }

  void feel(NodeEffect effect, String where) {
    switch (effect) {
      case NodeEffect.HoldGuest e -> {
        assertThat(e.cores()).as("%s: %s is held to nothing", where, worker).isPositive();
        assertThat(started).as("%s: %s is held before it was started", where, worker).isTrue();
        held = true;
      }
      case NodeEffect.ReleaseGuest _ -> held = false;
      case NodeEffect.SuspendGuest _ -> {
        assertThat(frozen).as("%s: %s is frozen twice", where, worker).isFalse();
        frozen = true;
        everSuspended = true;
      }
      case NodeEffect.ResumeGuest _ -> {
        assertThat(frozen).as("%s: %s goes on and was not frozen", where, worker).isTrue();
        assertThat(killed).as("%s: %s goes on after its end", where, worker).isFalse();
        frozen = false;
      }
      case NodeEffect.KillGuest _ -> {
        assertThat(killed).as("%s: %s is killed twice", where, worker).isFalse();
        killed = true;
      }
      default -> {}
    }
  }

  boolean free() {
    return started && !held && !frozen;
  }

  boolean moves() {
    return started && !frozen;
  }

  boolean killed() {
    return killed;
  }

  boolean everSuspended() {
    return everSuspended;
  }
}
