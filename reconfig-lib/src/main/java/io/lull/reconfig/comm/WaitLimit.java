package io.lull.reconfig.comm;

import java.util.function.BooleanSupplier;

/**
 * The limit on a wait for a peer.
 *
 * @param deadlineNanos of the clock
 * @param over whether there is no reason to wait any more; looked at again at each {@link
 *     Links#breakOff}
 */
public record WaitLimit(long deadlineNanos, BooleanSupplier over) {
  public static WaitLimit until(long deadlineNanos) {
    return new WaitLimit(deadlineNanos, () -> false);
  }
}
