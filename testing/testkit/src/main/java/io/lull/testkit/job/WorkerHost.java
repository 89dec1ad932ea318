package io.lull.testkit.job;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Where a worker process runs.
 *
 * @param running makes a command one that runs there, with the process number that it would have
 *     had
 * @param address that workers elsewhere reach it at
 */
public record WorkerHost(UnaryOperator<List<String>> running, String address) {
  /** This machine. */
  public static final WorkerHost HERE = new WorkerHost(command -> command, "127.0.0.1");
}
