package io.lull.reconfig.worker;

import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.state.RetainedState;

/**
 * A worker's state at its last safe point, kept in case an owner cannot wait for the next one.
 *
 * @param replicated what all workers hold alike
 * @param own this worker's part of the state
 */
record KeptSafePoint(ReplicatedState replicated, RetainedState own) {
  long safePoint() {
    return replicated.getSafePoint();
  }
}
