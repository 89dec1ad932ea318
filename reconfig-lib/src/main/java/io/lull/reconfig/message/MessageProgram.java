package io.lull.reconfig.message;

import java.io.IOException;

/**
 * A program of tasks that send each other messages. There may be more tasks than workers: each
 * worker runs some, and a task moves to another worker, by itself, while all others compute. Its
 * partners do not notice: a task's id never changes, and whatever moves or fails, each message
 * arrives once, and those from one task to another arrive in the order in which they were sent.
 *
 * <p>The class is public and has a public constructor without parameters.
 */
public interface MessageProgram {

  /**
   * Says how many tasks there are and which classes they send, and reads parameters and inputs.
   * Called once in every worker, also in one that joins later, before anything else; it declares
   * the same everywhere.
   *
   * @throws io.lull.reconfig.BadInput when a parameter or an input file cannot be used; the job
   *     ends with its line
   */
  void declare(TaskSpace space) throws IOException;
}
