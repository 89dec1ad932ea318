package io.lull.reconfig.counters;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ModelProvider;
import io.lull.reconfig.model.ProgrammingModel;

/** Programs of named counters. */
public final class CounterProvider implements ModelProvider {
  static final String KIND = "moving-counters";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public ProgrammingModel create(Welcome welcome, ModelContext context, Clock clock) {
    return new CounterModel(welcome.getWorker(), context);
  }
}
