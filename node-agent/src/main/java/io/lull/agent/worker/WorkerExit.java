package io.lull.agent.worker;

import io.lull.protocol.text.Sizes;
import java.util.Set;

/**
 * How a worker's process ended that nobody asked to end.
 *
 * @param memoryBytes of the whole process, as its job asked for
 * @param logTail what it wrote last
 * @param tookTooMuchMemory whether the system ended it for that
 */
record WorkerExit(int exitCode, long memoryBytes, String logTail, boolean tookTooMuchMemory) {
  private static final int OUT_OF_MEMORY = 3;
  private static final int SIGNALLED = 128;

  /** Illegal instruction, abort, bus error, arithmetic, bad address: of the process's own doing. */
  private static final Set<Integer> CRASHES = Set.of(4, 6, 7, 8, 11);

  /** What Java writes to its log when it ends so, as a program's own exit code may be the same. */
  private static final String TERMINATING = "Terminating due to java.lang.OutOfMemoryError";

  /** Whether its program did it, and not something from outside. */
  boolean byProgram() {
    return tookTooMuchMemory
        || (exitCode >= 0 && exitCode <= SIGNALLED)
        || CRASHES.contains(exitCode - SIGNALLED);
  }

  /**
   * @param failure why it could not be started; empty: it was
   */
  String words(String failure) {
    if (!failure.isEmpty()) {
      return "it could not be started: " + failure;
    }
    if (exitCode == 0) {
      return "it ended by itself";
    }
    if (tookTooMuchMemory) {
      return "it took more memory than it asked for, " + Sizes.format(memoryBytes);
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
