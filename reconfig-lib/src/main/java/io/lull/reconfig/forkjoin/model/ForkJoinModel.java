package io.lull.reconfig.forkjoin.model;

import com.google.protobuf.InvalidProtocolBufferException;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.ControlPosition;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.check.UndeclaredState;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.CollectiveCall;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.forkjoin.ForkJoinCalls;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.ReplicatedTeam;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.model.SafePointCounter;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.state.DistributedState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** A fork-join program: parallel loops over shared arrays. */
public final class ForkJoinModel implements CoupledModel {
  private final ForkJoinProgram program;
  private final Path outputs;
  private final SafePointCounter safePoints;
  private final KernelThreads threads;
  private final DeclaredArrays arrays;
  private final UndeclaredState undeclared;
  private final ReplicatedTeam team;
  private @Nullable Communicator workers;

  /**
   * @param cores how many threads may run the program's loops, asked before each
   * @param checked whether each access is checked against the clauses of its loop
   */
  public ForkJoinModel(
      ForkJoinProgram program,
      ModelContext context,
      IntSupplier cores,
      boolean checked,
      Clock clock) {
    this.program = program;
    this.outputs = context.input().outputs();
    this.safePoints = context.safePoints();
    this.threads = new KernelThreads(cores);
    this.arrays = new DeclaredArrays(context.input());
    this.undeclared = new UndeclaredState(program);
    this.team =
        new ReplicatedTeam(arrays.values(), arrays.arrays(), threads, undeclared, checked, clock);
  }

  @Override
  public void declare() throws IOException {
    program.declare(arrays);
    arrays.declared();
    undeclared.declared();
  }

  @Override
  public DistributedState state() {
    return arrays.state();
  }

  @Override
  public CallContext calls() {
    return new CallContext() {
      @Override
      public List<CollectiveCall> calls() {
        return ForkJoinCalls.ALL;
      }

      @Override
      public String subject(CollectiveCall call, int subject) {
        return team.subject(subject);
      }

      @Override
      public long iteration() {
        return team.progress().iteration();
      }

      @Override
      public long safePoint() {
        return safePoints.passed();
      }
    };
  }

  @Override
  public void enter(Configuration now, Entry entry) {
    workers = now.workers();
    team.enter(
        now.workers(), arrays.state().allotment().parts().stream().map(Part::weight).toList());
    undeclared.begin();
  }

  @Override
  public void run(SafePoints points) {
    team.run(program, points);
  }

  @Override
  public ProgramResults finish() throws IOException {
    undeclared.computing();
    final ArrayResults results =
        ArrayResults.atEnd(
            Objects.requireNonNull(workers, "results are those of a configuration"),
            arrays,
            outputs);
    program.finish(results);
    return results.completion();
  }

  @Override
  public ProgramProgress progress() {
    return team.progress();
  }

  @Override
  public void save(ReplicatedState.Builder to) {
    to.setModelState(team.save().toByteString());
  }

  @Override
  public void load(ReplicatedState from) {
    try {
      team.load(ControlPosition.parseFrom(from.getModelState()));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("the program's position cannot be read", e);
    }
  }

  @Override
  public void reset() {
    team.reset();
  }

  @Override
  public void interrupt() {
    threads.stop();
  }

  @Override
  public void resume() {
    threads.resume();
  }

  @Override
  public void close() {
    arrays.state().drop();
    threads.close();
  }
}
