package io.lull.reconfig.bag;

/**
 * One of many tasks that know nothing of each other, as Java code. The class is public and has a
 * public constructor without parameters; {@code lull submit --jar FILE --main CLASS --tasks N} runs
 * an object of its own for each task, on whatever machines are idle.
 *
 * <p>A worker keeps its process for all tasks that it is dealt and runs as many at a time as it has
 * processors, each on one thread: static fields stay as a task left them, for the next one on this
 * machine, and have to bear several threads. Nothing else passes from task to task, and which tasks
 * meet in one process is chance.
 *
 * <p>A task whose machine is taken away is run again elsewhere, from its beginning; what it left
 * counts once, when it has come to its end. It may be interrupted: by its job's end, or because it
 * has run for as long as tasks may. One that does not end then is ended with its worker's process,
 * and so are the tasks beside it, which are run again. A task that ends the process itself, by
 * {@code System.exit} or by taking more memory than the job asked for, is tried three times.
 */
@FunctionalInterface
public interface BagTask {
  /**
   * Runs to its end on the calling thread.
   *
   * @throws Exception the task has failed; its class and message are told, its stack trace is among
   *     the outputs
   */
  void run(TaskContext context) throws Exception;
}
