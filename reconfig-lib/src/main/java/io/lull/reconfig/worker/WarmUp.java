package io.lull.reconfig.worker;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.state.DistributedState;
import java.util.function.BooleanSupplier;

/** Warms up a new worker beside its program, so that its first change finds all code compiled. */
@FunctionalInterface
public interface WarmUp {
  /** None. */
  WarmUp NONE = (_, _, _, _) -> {};

  /**
   * On a thread that nobody waits for.
   *
   * @param state of the worker's program: it may be planned with, and nothing else
   * @param links the worker's own
   * @param wanted asked now and then; false: it is to end
   */
  void run(DistributedState state, Links links, Clock clock, BooleanSupplier wanted);
}
