package io.lull.reconfig.warmup;

import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.state.DistributedState;

/** A program that has a state and computes nothing; it has no end. */
final class StandingModel implements CoupledModel {
  private final DistributedState state;

  StandingModel(DistributedState state) {
    this.state = state;
  }

  @Override
  public void declare() {}

  @Override
  public DistributedState state() {
    return state;
  }

  @Override
  public void enter(Configuration now, Entry entry) {}

  @Override
  public void run(SafePoints points) throws InterruptedException {
    while (true) {
      points.pause();
    }
  }

  @Override
  public ProgramResults finish() {
    throw new IllegalStateException("a program without an end has no results");
  }

  @Override
  public ProgramProgress progress() {
    return new ProgramProgress(0, 0);
  }
}
