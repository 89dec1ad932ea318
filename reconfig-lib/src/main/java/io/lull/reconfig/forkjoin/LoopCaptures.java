package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.check.Captures;
import io.lull.reconfig.collective.Communicator;
import java.nio.ByteBuffer;

/**
 * Looks at what the author's functions of a loop have captured: it is to be the same on every
 * worker, and iterations may not change it.
 */
final class LoopCaptures {
  private final ForkJoinProgram program;

  LoopCaptures(ForkJoinProgram program) {
    this.program = program;
  }

  /**
   * Before a loop's iterations. Collective.
   *
   * @param subject names the loop
   * @return to be run after them
   * @throws ProgramError when it is not what the first worker has captured
   */
  Runnable look(LoopClauses loop, String subject, Communicator workers) {
    final long before = Captures.print(program, loop.functions());
    final byte[] mine = ByteBuffer.allocate(Long.BYTES).putLong(before).array();
    final long first = ByteBuffer.wrap(workers.broadcast(mine, 0)).getLong();
    if (first != before) {
      throw new ProgramError(
          subject
              + " uses a variable that is not the same on every worker: what it depends on, such as"
              + " a time, chance or a file, is found out in once(...)");
    }
    return () -> {
      if (Captures.print(program, loop.functions()) != before) {
        throw new ProgramError(
            subject
                + " changes a variable, or the array or object that it refers to: hold results in"
                + " shared arrays, return them by sum, max or min, and hold what a thread needs in"
                + " between in a scratch");
      }
    };
  }
}
