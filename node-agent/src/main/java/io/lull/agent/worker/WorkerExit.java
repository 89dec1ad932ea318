package io.lull.agent.worker;

/** Explains the exit code of a worker's process. */
final class WorkerExit {
  private static final int OUT_OF_MEMORY = 3;
  private static final int SIGNALLED = 128;

  private WorkerExit() {}

  static String words(int exitCode) {
    if (exitCode == 0) {
      return "it ended by itself";
    }
    if (exitCode == OUT_OF_MEMORY) {
      return "it ran out of memory";
    }
    return exitCode > SIGNALLED
        ? "signal " + (exitCode - SIGNALLED) + " ended it"
        : "it died by itself with exit code " + exitCode;
  }
}
