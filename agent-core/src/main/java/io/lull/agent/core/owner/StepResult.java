package io.lull.agent.core.owner;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step that was taken, and whose effects were done.
 *
 * @param failed of the effects, those that were not done
 */
public record StepResult(StepRecord observed, List<NodeEffect> effects, List<Failure> failed) {
  public StepResult {
    failed = List.copyOf(failed);
  }

  /**
   * An effect that was not done.
   *
   * @param cause null: the guest could not be stopped
   */
  public record Failure(NodeEffect effect, @Nullable RuntimeException cause) {}

  public NodeCore after() {
    return observed.after();
  }

  /** Whether somebody should hear of it before the next look around. */
  public boolean matters() {
    return !effects.isEmpty()
        || observed.before().state() != after().state()
        || observed.before().verdict().judgement().kind() != after().verdict().judgement().kind();
  }

  /** Whether anything of it is to be told at all. */
  public boolean tells() {
    return matters()
        || observed.event() instanceof NodeEvent.Load
        || !observed.before().guests().equals(after().guests());
  }
}
