package io.lull.protocol.log;

import java.util.Optional;

/**
 * What the lines are about that are logged while some work is done, for programs that sort lines by
 * it. It holds in the thread that does the work and in no other: threads of pools are started in
 * the midst of somebody's work and live on with others'.
 */
public final class LogContext {
  private static final ScopedValue<String> JOB = ScopedValue.newInstance();
  private static final ScopedValue<String> NODE = ScopedValue.newInstance();

  private LogContext() {}

  /**
   * @param job its id; empty: no job
   */
  public static void ofJob(String job, Runnable work) {
    ScopedValue.where(JOB, job).run(work);
  }

  /**
   * @param worker of the job that the work is about; its id begins with the job's
   */
  public static void ofWorker(String worker, Runnable work) {
    final int end = worker.indexOf('-');
    ofJob(end < 0 ? worker : worker.substring(0, end), work);
  }

  /**
   * @param node its name; empty: no node
   */
  public static void ofNode(String node, Runnable work) {
    ScopedValue.where(NODE, node).run(work);
  }

  static Optional<String> job() {
    return JOB.isBound() ? Optional.of(JOB.get()) : Optional.empty();
  }

  static Optional<String> node() {
    return NODE.isBound() ? Optional.of(NODE.get()) : Optional.empty();
  }
}
