package io.lull.agent.core.owner;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step whose effects were executed.
 *
 * @param failed the effects that failed
 */
public record StepResult(StepRecord observed, List<NodeEffect> effects, List<Failure> failed) {
  public StepResult {
    failed = List.copyOf(failed);
  }

  /**
   * An effect that failed.
   *
   * @param cause null: the guest could not be stopped
   */
  public record Failure(NodeEffect effect, @Nullable RuntimeException cause) {}

  public NodeCore after() {
    return observed.after();
  }

  /** Whether to report it before the next poll. */
  public boolean matters() {
    return !effects.isEmpty()
        || observed.before().state() != after().state()
        || observed.before().verdict().judgement().kind() != after().verdict().judgement().kind();
  }

  /** Whether there is anything to report. */
  public boolean tells() {
    return matters()
        || observed.event() instanceof NodeEvent.Load
        || !observed.before().guests().equals(after().guests());
  }
}
