package io.lull.reconfig.grid.model;

import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.check.UndeclaredState;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.state.DistributedState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** A grid program: iterations over arrays that are cut into regions. */
public final class GridModel implements CoupledModel {
  private final GridProgram program;
  private final Path outputs;
  private final KernelThreads threads;
  private final DeclaredGrids grids;
  private final UndeclaredState undeclared;
  private final IterationLoop loop;
  private @Nullable Communicator workers;

  /**
   * @param cores how many threads may run the program's kernels, asked before each update
   */
  public GridModel(GridProgram program, ModelContext context, IntSupplier cores) {
    this.program = program;
    this.outputs = context.input().outputs();
    this.threads = new KernelThreads(cores);
    this.grids = new DeclaredGrids(context, threads);
    this.undeclared = new UndeclaredState(program);
    this.loop = new IterationLoop(program, grids.position(), undeclared);
  }

  @Override
  public void declare() throws IOException {
    program.declare(grids);
    grids.declared();
    undeclared.declared();
  }

  @Override
  public DistributedState state() {
    return grids.state();
  }

  @Override
  public CallContext calls() {
    return grids.calls();
  }

  @Override
  public void enter(Configuration now, Entry entry) {
    workers = now.workers();
    grids.enter(now.workers());
    if (entry == Entry.FRESH) {
      program.initialise();
    }
    undeclared.begin();
  }

  @Override
  public void run(SafePoints points) {
    grids.announceTo(points);
    loop.run(points);
  }

  @Override
  public ProgramResults finish() throws IOException {
    undeclared.computing();
    final GridResults results =
        GridResults.atEnd(
            Objects.requireNonNull(workers, "results are those of a configuration"),
            grids.state(),
            grids.arrays(),
            outputs);
    program.finish(results);
    return results.completion();
  }

  @Override
  public ProgramProgress progress() {
    return new ProgramProgress(grids.iteration(), grids.iterations());
  }

  @Override
  public void save(ReplicatedState.Builder to) {
    grids.save(to);
  }

  @Override
  public void load(ReplicatedState from) {
    grids.load(from);
  }

  @Override
  public void reset() {
    grids.reset();
  }

  @Override
  public void interrupt() {
    threads.stop();
    grids.state().wake();
  }

  @Override
  public void resume() {
    threads.resume();
  }

  @Override
  public void close() {
    grids.state().drop();
    threads.close();
  }
}
