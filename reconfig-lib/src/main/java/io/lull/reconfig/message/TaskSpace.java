package io.lull.reconfig.message;

import io.lull.reconfig.Parameters;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;

/** Takes the declarations of a message program. Used by the program's own thread only. */
public interface TaskSpace {
  /** No program begins with more tasks. */
  int MOST_TASKS = 65_536;

  Parameters parameters();

  /** The job's input files, in the order in which they were given; readable on every worker. */
  List<Path> inputs();

  /**
   * The tasks with which the program begins; their ids are 0 to {@code count - 1}.
   *
   * @param count from 1 to {@value #MOST_TASKS}
   * @param first makes a task by its id, at the program's start, on whichever worker it begins
   * @throws IllegalStateException when it was called before
   */
  void tasks(int count, LongFunction<? extends Task> first);

  /**
   * Classes of which messages or tasks' fields have objects, beside arrays, strings, boxed numbers
   * and Java's common collections: no object of another class is read from a message. In the same
   * order on every worker.
   */
  void register(Class<?>... types);

  /** How many times each task iterates, where that is known: it is shown as the job's progress. */
  void iterations(long count);
}
