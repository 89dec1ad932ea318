package io.lull.reconfig.grid.model;

import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.CollectiveCall;
import io.lull.reconfig.grid.Grid;
import io.lull.reconfig.model.SafePointCounter;
import java.util.List;

/**
 * A grid program's calls, and where it is when it makes them.
 *
 * @param grids declared so far
 */
public record GridCallContext(
    List<Grid> grids, IterationPosition position, SafePointCounter counter) implements CallContext {
  @Override
  public List<CollectiveCall> calls() {
    return GridCalls.ALL;
  }

  @Override
  public String subject(CollectiveCall call, int subject) {
    return subject < grids.size() ? grids.get(subject).name() : "number " + subject;
  }

  @Override
  public long iteration() {
    return position.iteration();
  }

  @Override
  public long safePoint() {
    return counter.passed();
  }
}
