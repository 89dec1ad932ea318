package io.lull.apps;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.message.MessageProgram;
import io.lull.reconfig.runtime.Standalone;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A program of any kind on one worker, in this process. */
public final class SoloRun {
  private SoloRun() {}

  /** Gives its check values. */
  public static Map<String, String> of(
      Class<?> program, Map<String, String> parameters, Path outputs) throws Exception {
    return switch (program.getConstructor().newInstance()) {
      case GridProgram grids -> Standalone.run(grids, parameters, List.of(), outputs);
      case ForkJoinProgram loops -> Standalone.run(loops, parameters, List.of(), outputs);
      case MessageProgram tasks -> Standalone.run(tasks, parameters, List.of(), outputs);
      default -> throw new IllegalArgumentException(program + " is no program");
    };
  }
}
