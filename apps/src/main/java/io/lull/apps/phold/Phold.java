package io.lull.apps.phold;

import io.lull.apps.numbers.TaskCount;
import io.lull.apps.numbers.TaskPace;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.message.MessageProgram;
import io.lull.reconfig.message.TaskSpace;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;

/**
 * PHOLD by Time Warp: each task simulates some of the processes ahead of the others, and undoes
 * what it did too early. What is committed is what a sequential simulation would do.
 */
public final class Phold implements MessageProgram {
  private static final int MOST_TASKS = 256;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    final PholdModel model = model(parameters);
    TaskCount.of(parameters, Math.min(MOST_TASKS, Integer.highestOneBit(model.processes())));
    TaskPace.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("phold takes no input files: omit --input");
    }
  }

  private static PholdModel model(Parameters parameters) {
    return new PholdModel(
        (int) parameters.integer("processes", 1024, 1, 1 << 20),
        (int) parameters.integer("events", 16, 1, 1024),
        parameters.number("lookahead", 0.1, 0, 100),
        parameters.number("end", 20, 0, 1e6),
        parameters.integer("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE));
  }

  @Override
  public void declare(TaskSpace space) {
    check(space.parameters(), space.inputs());
    final PholdModel model = model(space.parameters());
    final int tasks =
        TaskCount.of(
            space.parameters(), Math.min(MOST_TASKS, Integer.highestOneBit(model.processes())));
    final TaskPace pace = TaskPace.of(space.parameters());
    space.register(
        PholdModel.class,
        PholdModel.ProcessState.class,
        Event.class,
        Processed.class,
        LogicalProcesses.class,
        GlobalTime.class,
        TaskPace.class,
        ArrayDeque[].class,
        PholdModel.ProcessState[].class);
    space.tasks(tasks, id -> new TimeWarp(model, (int) id, tasks, pace));
  }
}
