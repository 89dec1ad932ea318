package io.lull.reconfig.runtime;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.CheckValue;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.model.ForkJoinModel;
import io.lull.reconfig.grid.model.GridModel;
import io.lull.reconfig.message.MessageProgram;
import io.lull.reconfig.message.model.MessageModel;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.model.ModelContext;
import io.lull.reconfig.model.ProgramInput;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.model.SafePointCounter;
import io.lull.reconfig.model.SafePoints;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.TransferTarget;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * Runs a program on one worker in this process, without a grid: for an author's first trials, and
 * to check a parallel result.
 */
public final class Standalone {
  /** The only worker's name. */
  private static final String ALONE = "alone";

  private Standalone() {}

  /**
   * Runs the program from its start to its end on the calling thread; its kernels on all cores.
   *
   * @param outputs where its output files go; made if it is not there
   * @return the check values, in the order in which they were reported
   * @throws io.lull.reconfig.BadInput when the program refuses a parameter or an input
   */
  public static Map<String, String> run(
      GridProgram program, Map<String, String> parameters, List<Path> inputs, Path outputs)
      throws IOException {
    return run(program, parameters, inputs, outputs, Runtime.getRuntime()::availableProcessors);
  }

  /**
   * As {@link #run(GridProgram, Map, List, Path)}.
   *
   * @param cores how many threads may run the program's kernels, asked before each update
   */
  public static Map<String, String> run(
      GridProgram program,
      Map<String, String> parameters,
      List<Path> inputs,
      Path outputs,
      IntSupplier cores)
      throws IOException {
    return run(parameters, inputs, outputs, context -> new GridModel(program, context, cores));
  }

  /** As {@link #run(GridProgram, Map, List, Path)}. */
  public static Map<String, String> run(
      ForkJoinProgram program, Map<String, String> parameters, List<Path> inputs, Path outputs)
      throws IOException {
    return run(program, parameters, inputs, outputs, Runtime.getRuntime()::availableProcessors);
  }

  /** As {@link #run(GridProgram, Map, List, Path, IntSupplier)}. */
  public static Map<String, String> run(
      ForkJoinProgram program,
      Map<String, String> parameters,
      List<Path> inputs,
      Path outputs,
      IntSupplier cores)
      throws IOException {
    return run(
        parameters,
        inputs,
        outputs,
        context -> new ForkJoinModel(program, context, cores, false, SystemClock.INSTANCE));
  }

  /** As {@link #run(GridProgram, Map, List, Path)}: all tasks are on this one worker. */
  public static Map<String, String> run(
      MessageProgram program, Map<String, String> parameters, List<Path> inputs, Path outputs)
      throws IOException {
    return run(
        parameters,
        inputs,
        outputs,
        context -> new MessageModel(program, context, true, SystemClock.INSTANCE));
  }

  /**
   * As {@link #run(ForkJoinProgram, Map, List, Path)}, more slowly, on one core, and each access is
   * checked: an iteration uses of the shared arrays what its loop's clauses say and nothing else;
   * iterations come in a mixed order; what a thread's scratch has is overwritten before each; and
   * what a loop captures is the same after it.
   *
   * @throws io.lull.reconfig.ProgramError that says what the program does and how to mend it
   */
  public static Map<String, String> check(
      ForkJoinProgram program, Map<String, String> parameters, List<Path> inputs, Path outputs)
      throws IOException {
    return run(
        parameters,
        inputs,
        outputs,
        context -> new ForkJoinModel(program, context, () -> 1, true, SystemClock.INSTANCE));
  }

  private static Map<String, String> run(
      Map<String, String> parameters,
      List<Path> inputs,
      Path outputs,
      Function<ModelContext, CoupledModel> made)
      throws IOException {
    Files.createDirectories(outputs);
    final ModelContext context =
        ModelContext.alone(new ProgramInput(new Parameters(parameters), inputs, outputs));
    try (CoupledModel model = made.apply(context)) {
      final Map<String, String> values = new LinkedHashMap<>();
      for (final CheckValue value : run(model, context.safePoints()).values()) {
        values.put(value.getName(), value.getValue());
      }
      return values;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the program was interrupted");
    }
  }

  private static ProgramResults run(CoupledModel model, SafePointCounter safePoints)
      throws IOException, InterruptedException {
    model.declare();
    final StatePlan plan = model.state().plan(Holdings.NOTHING, List.of(new Part(ALONE, 1)));
    final TransferTarget _ = model.state().prepare(plan, ALONE);
    model.state().commit(plan, ALONE);
    final Communicator group =
        new Communicator(1, 0, Collections.singletonList(null), model.calls());
    model.enter(new Configuration(ALONE, List.of(ALONE), group, Map.of()), Entry.FRESH);
    model.run(new Undisturbed(safePoints));
    return model.finish();
  }

  /** Safe points at which nobody orders anything. */
  private static final class Undisturbed implements SafePoints {
    private final SafePointCounter counter;
    private final Semaphore woken = new Semaphore(0);

    Undisturbed(SafePointCounter counter) {
      this.counter = counter;
    }

    @Override
    public void reached(boolean last, Runnable advance) {
      advance.run();
      counter.count(last);
    }

    @Override
    public void pause() throws InterruptedException {
      woken.acquire();
      woken.drainPermits();
    }

    @Override
    public void wake() {
      woken.release();
    }

    @Override
    public void giveUpKept() {
      // Nothing is kept.
    }
  }
}
