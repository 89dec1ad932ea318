package io.lull.reconfig.worker;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.Pace;
import io.lull.reconfig.collective.ComputingTime;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.SafePointCounter;
import io.lull.reconfig.state.DistributedState;

/**
 * The program that a worker runs, how far it is, and how it spends its time.
 *
 * @param safePoints the count
 */
public record WorkerProgram(CoupledModel model, SafePointCounter safePoints, ComputingTime time) {
  /** It is in every piece and goes to every worker that joins: large data belongs to the state. */
  static final int MOST_REPLICATED_BYTES = 1 << 20;

  /** Of which nothing is counted yet. */
  public WorkerProgram(CoupledModel model, SafePointCounter safePoints, Clock clock) {
    this(model, safePoints, new ComputingTime(clock, Pace::sleptNanos));
  }

  DistributedState state() {
    return model.state();
  }

  /** Iterations that are behind; any thread. */
  long iteration() {
    return model.progress().iteration();
  }

  /** Safe points that are behind; any thread. */
  long safePoint() {
    return safePoints.passed();
  }

  /**
   * What all workers hold alike.
   *
   * @throws IllegalStateException when it has more than {@link #MOST_REPLICATED_BYTES}
   */
  ReplicatedState replicated() {
    final ReplicatedState.Builder state = ReplicatedState.newBuilder();
    safePoints.save(state);
    model.save(state);
    final ReplicatedState whole = state.build();
    if (whole.getSerializedSize() > MOST_REPLICATED_BYTES) {
      throw new IllegalStateException(
          "the state that all workers hold alike has "
              + whole.getSerializedSize()
              + " bytes; the limit is "
              + MOST_REPLICATED_BYTES);
    }
    return whole;
  }

  /** What all workers hold alike is this from now on. */
  void load(ReplicatedState state) {
    model.load(state);
    safePoints.load(state);
  }

  /** The program starts again. */
  void reset() {
    model.reset();
    safePoints.reset();
  }
}
