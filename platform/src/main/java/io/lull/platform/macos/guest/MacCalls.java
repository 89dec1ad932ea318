package io.lull.platform.macos.guest;

import io.lull.platform.process.SpawnedProcess.Streams;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Processes of macOS. */
interface MacCalls {
  int SIGKILL = 9;
  int SIGSTOP = 17;
  int SIGCONT = 19;

  /**
   * Starts a process as the leader of its own session.
   *
   * @param command its first element is the program's path
   * @throws IllegalStateException if the system refuses
   */
  Spawned spawn(List<String> command, Map<String, String> environment, Path directory);

  /** Waits until it has ended; its exit code: 128 plus the signal's number if a signal ended it. */
  int awaitEnd(long pid);

  /** All processes of the system. */
  List<Row> processes();

  void signal(long pid, int signal);

  /** Background: slow cores, last at the disk and the network; or no longer. */
  void background(long pid, boolean on);

  Use use(long pid);

  /**
   * @param startMicros since 1970
   */
  record Spawned(long pid, long startMicros, Streams streams) {}

  /**
   * @param session the number of its leader
   */
  record Row(long pid, long parent, long session, long startMicros, State state) {}

  /**
   * @param seconds of processor time, including ended children
   */
  record Use(double seconds, long bytes) {
    static final Use NONE = new Use(0, 0);
  }

  /** The state of a process. */
  enum State {
    RUNNING,
    STOPPED,
    ENDED
  }
}
