package io.lull.reconfig.model;

import io.lull.protocol.wire.Ready;

/**
 * A kind of program, as the runtime runs it in one worker. There are two sorts: workers that
 * compute together, over a state that they share, and workers of which each works for itself.
 */
public sealed interface ProgrammingModel extends AutoCloseable
    permits CoupledModel, IndependentModel {

  /** Adds what the coordinator has to know of this worker, once, before it is given any work. */
  default void ready(Ready.Builder report) {}

  /** Ends whatever still runs, and gives memory back; the worker's last call. */
  @Override
  default void close() {}
}
