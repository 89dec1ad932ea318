package io.lull.reconfig.grid.model;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ModelProvider;
import io.lull.reconfig.model.ProgramClass;
import io.lull.reconfig.model.ProgramInput;
import io.lull.reconfig.model.ProgrammingModel;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.state.DistributedState;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Grid programs: the kind of a job that names none. */
public final class GridProvider implements ModelProvider {
  /** Half of it, a mebibyte, moves in each change of the rehearsal. */
  private static final Extents REHEARSED = Extents.of(512, 512);

  @Override
  public String kind() {
    return "grid";
  }

  @Override
  public ProgrammingModel create(Welcome welcome, ModelContext context, Clock clock) {
    return new GridModel(
        ProgramClass.newInstance(welcome.getMainClass(), GridProgram.class),
        context,
        Runtime.getRuntime()::availableProcessors);
  }

  @Override
  public Optional<Supplier<DistributedState>> rehearsal() {
    return Optional.of(GridProvider::small);
  }

  private static DistributedState small() {
    final ProgramInput nothing = new ProgramInput(new Parameters(Map.of()), List.of(), Path.of(""));
    final DeclaredGrids grids =
        new DeclaredGrids(ModelContext.alone(nothing), new KernelThreads(() -> 1));
    grids.doubleGrid("rehearsal", REHEARSED, Halo.of(1));
    grids.declared();
    return grids.state();
  }
}
