package io.lull.agent.worker;

import io.lull.protocol.text.Sizes;

/** Explains the exit code of a worker's process. */
final class WorkerExit {
  private static final int OUT_OF_MEMORY = 3;
  private static final int SIGNALLED = 128;

  /** What Java writes to its log when it ends so, as a program's own exit code may be the same. */
  private static final String TERMINATING = "Terminating due to java.lang.OutOfMemoryError";

  private WorkerExit() {}

  /**
   * @param memoryBytes of the whole process, as its job asked for
   * @param logTail what it wrote last
   */
  static String words(int exitCode, long memoryBytes, String logTail) {
    if (exitCode == 0) {
      return "it ended by itself";
    }
    if (exitCode == OUT_OF_MEMORY && logTail.contains(TERMINATING)) {
      return "its program needs more memory than the "
          + Sizes.format(memoryBytes)
          + " that the job asks for: give it more (--memory)";
    }
    return exitCode > SIGNALLED
        ? "signal " + (exitCode - SIGNALLED) + " ended it"
        : "its program ended the process with exit code " + exitCode;
  }
}
