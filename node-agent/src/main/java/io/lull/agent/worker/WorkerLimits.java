package io.lull.agent.worker;

import io.lull.agent.core.settings.Isolation;
import java.util.Set;

/**
 * What the owner gives to guests.
 *
 * @param diskBytes that each may have written at a time
 * @param isolation without which none starts
 * @param encrypted whether none starts that would talk to other computers in the clear
 * @param openNetwork whether one reaches the network beside its peers, if its job asks for it
 * @param signers whose programs alone run, by their certificates' fingerprints; none: everybody's
 */
public record WorkerLimits(
    int cores,
    long memoryBytes,
    long diskBytes,
    Isolation isolation,
    boolean encrypted,
    boolean openNetwork,
    Set<String> signers) {
  public WorkerLimits {
    signers = Set.copyOf(signers);
  }
}
