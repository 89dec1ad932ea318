package io.lull.reconfig.worker;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of an event: next state and effects.
 *
 * @param next the state from now on, also while the effects are carried out
 */
public record ProtocolStep(ProtocolState next, List<WorkerEffect> effects) {
  public ProtocolStep {
    effects = List.copyOf(effects);
  }

  static ProtocolStep to(ProtocolState next, WorkerEffect... effects) {
    return new ProtocolStep(next, List.of(effects));
  }

  ProtocolStep after(List<WorkerEffect> first) {
    final List<WorkerEffect> all = new ArrayList<>(first);
    all.addAll(effects);
    return new ProtocolStep(next, all);
  }
}
