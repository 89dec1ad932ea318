package io.lull.reconfig.bag;

import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import java.time.Duration;
import java.util.function.Consumer;

/** Runs one task after the other; any number of threads. */
interface TaskRunner {
  /** For a process that was ended by force, or a thread that was interrupted. */
  Duration ENDS_WITHIN = Duration.ofSeconds(2);

  /** Of a task that could not be run at all. */
  int NOT_RUN = -1;

  /** Of one that ran for too long, as the command {@code timeout} has it. */
  int TOO_LONG = 124;

  int LONGEST_LINE = 300;

  /**
   * Runs it to its end.
   *
   * @param ended told once, on any thread; never when the worker ends, and what became of the task
   *     is nobody's concern any more
   */
  void run(TaskTry task, Consumer<TaskEnded> ended);

  /** Ends all that run; none is begun any more. */
  void endAll();

  static String tooLong(long mostMillis) {
    return "ran longer than " + Duration.ofMillis(mostMillis).toSeconds() + " s";
  }

  /** Fit to be told among other things. */
  static String oneLine(String text) {
    final String line = text.replaceAll("\\p{Cntrl}", " ").strip();
    return line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line;
  }
}
