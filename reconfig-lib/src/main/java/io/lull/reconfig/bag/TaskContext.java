package io.lull.reconfig.bag;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * The inputs and outputs of a task; valid until {@link BagTask#run} returns, and for any of its
 * threads.
 */
public interface TaskContext {
  /** The job's name, such as {@code J17}. */
  String job();

  /** Which of the tasks this is, from 0. */
  int index();

  /** How many tasks there are. */
  int tasks();

  /** The task's line of the file that {@code --each} named; without one, its index. */
  String line();

  /** What {@code --param} said, the same for all tasks. */
  Parameters parameters();

  /** The input files, by name; to be read only: the tasks beside this one read them, too. */
  List<Path> inputs();

  /**
   * One of the input files.
   *
   * @throws BadInput when there is none of that name
   */
  Path input(String name);

  /**
   * A folder of the task's own, made when it is first asked for. The plain files that are in it
   * when the task has ended, at most a hundred, are its outputs, their names with the index in
   * front: {@code 17.frame.png}.
   */
  Path outputs() throws IOException;

  /**
   * What is printed here is the output {@code INDEX.stdout}; there is none where nothing is. {@code
   * System.out} and {@code System.err} go to the log of the worker, with all else that runs there.
   */
  PrintStream out();
}
