package io.lull.reconfig.worker;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.comm.LoopbackLinks;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.grid.model.GridModel;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ProgramInput;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.StatePlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A worker without a coordinator and without others: a grid program, and its safe points. */
final class LoneWorker implements AutoCloseable {
  private static final String ALONE = "alone";

  private final ModelContext context = context();
  private final GridModel model;
  private final WorkerProgram program;
  private final Links links;
  private final CurrentConfiguration configuration;
  private final SafePointKeeper safePoints;

  LoneWorker(GridProgram author) throws IOException {
    model = new GridModel(author, context, () -> 1);
    model.declare();
    program = new WorkerProgram(model, context.safePoints(), SystemClock.INSTANCE);
    links = LoopbackLinks.of(ALONE, (_, _) -> {});
    configuration = new CurrentConfiguration(links, model);
    safePoints =
        new SafePointKeeper(
            program,
            configuration,
            new SafePointKeeper.Attendance() {
              @Override
              public void atSafePoint() {
                // Nobody orders anything.
              }

              @Override
              public void atRest() {
                // Nobody orders anything.
              }

              @Override
              public void wake() {
                // Nothing stands still.
              }

              @Override
              public void spareMemory() {
                // Nothing is copied.
              }
            });
  }

  static ModelContext context() {
    return ModelContext.alone(
        new ProgramInput(new Parameters(Map.of()), List.of(), Path.of("outputs")));
  }

  WorkerProgram program() {
    return program;
  }

  CurrentConfiguration configuration() {
    return configuration;
  }

  SafePointKeeper safePoints() {
    return safePoints;
  }

  /** A configuration in which the grids have no values yet. */
  void enter(long epoch, Entry entry) {
    final StatePlan plan = model.state().plan(Holdings.NOTHING, List.of(new Part(ALONE, 1)));
    model.state().prepare(plan, ALONE);
    safePoints.moved();
    model.state().commit(plan, ALONE);
    final Communicator workers =
        new Communicator(epoch, 0, Collections.singletonList(null), model.calls());
    configuration.enter(workers, List.of(ALONE));
    final Configuration now = new Configuration(ALONE, List.of(ALONE), workers, Map.of());
    if (entry == Entry.FRESH) {
      safePoints.initialise(() -> model.enter(now, entry));
    } else {
      model.enter(now, entry);
    }
  }

  /** The safe point is behind. */
  private static final class Done extends RuntimeException {
    private static final long serialVersionUID = 1;

    Done() {
      super("done", null, false, false);
    }
  }

  /** Lets the program run up to its next safe point. */
  void iterate() {
    safePoints.begin();
    try {
      model.run(
          new SafePoints() {
            @Override
            public void reached(boolean last, Runnable advance) {
              safePoints.reached(last, advance);
              throw new Done();
            }

            @Override
            public void pause() {
              throw new Done();
            }

            @Override
            public void wake() {
              safePoints.wake();
            }

            @Override
            public void giveUpKept() {
              safePoints.giveUpKept();
            }
          });
    } catch (Done e) {
      // as it was meant
    }
  }

  @Override
  public void close() {
    safePoints.forget();
    links.close();
    model.close();
  }
}
