package io.lull.reconfig.runtime;

import io.lull.protocol.wire.CheckValue;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.check.UndeclaredState;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.grid.model.GridResults;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.state.Holdings;
import io.lull.reconfig.state.StatePlan;
import io.lull.reconfig.state.TransferTarget;
import io.lull.reconfig.worker.Space;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    Files.createDirectories(outputs);
    try (KernelThreads threads = new KernelThreads(cores)) {
      final Space space = new Space(parameters, inputs, threads);
      try {
        return run(program, space, outputs);
      } finally {
        space.state().drop();
      }
    }
  }

  private static Map<String, String> run(GridProgram program, Space space, Path outputs)
      throws IOException {
    final UndeclaredState undeclared = new UndeclaredState(program);
    program.declare(space);
    space.declared();
    undeclared.declared();
    final StatePlan plan = space.state().plan(Holdings.NOTHING, List.of(new Part(ALONE, 1)));
    final TransferTarget _ = space.state().prepare(plan, ALONE);
    final Communicator group =
        new Communicator(1, 0, Collections.singletonList(null), space.callContext());
    space.commit(plan, ALONE, group);
    program.initialise();
    undeclared.begin();
    space.safePoints().begin();
    space.loop(program, undeclared).run(space.safePoints());
    final GridResults results = GridResults.atEnd(group, space.state(), space.arrays(), outputs);
    program.finish(results);
    final Map<String, String> values = new LinkedHashMap<>();
    for (final CheckValue value : results.values()) {
      values.put(value.getName(), value.getValue());
    }
    return values;
  }
}
