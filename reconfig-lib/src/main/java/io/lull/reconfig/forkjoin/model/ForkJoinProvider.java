package io.lull.reconfig.forkjoin.model;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Welcome;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ModelProvider;
import io.lull.reconfig.model.ProgramClass;
import io.lull.reconfig.model.ProgramInput;
import io.lull.reconfig.model.ProgrammingModel;
import io.lull.reconfig.state.DistributedState;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Fork-join programs: a job's class says that it is one. */
public final class ForkJoinProvider implements ModelProvider {
  /** Half of it, a mebibyte, moves in each change of the rehearsal. */
  private static final SharedShape REHEARSED = SharedShape.of(512, 512);

  @Override
  public String kind() {
    return "fork-join";
  }

  @Override
  public ProgrammingModel create(Welcome welcome, ModelContext context, Clock clock) {
    return new ForkJoinModel(
        ProgramClass.newInstance(welcome.getMainClass(), ForkJoinProgram.class),
        context,
        Runtime.getRuntime()::availableProcessors,
        welcome.getChecked(),
        clock);
  }

  @Override
  public Optional<Supplier<DistributedState>> rehearsal() {
    return Optional.of(ForkJoinProvider::small);
  }

  private static DistributedState small() {
    final DeclaredArrays arrays =
        new DeclaredArrays(new ProgramInput(new Parameters(Map.of()), List.of(), Path.of("")));
    arrays.doubles("rehearsal", REHEARSED);
    arrays.declared();
    return arrays.state();
  }
}
