package io.lull.reconfig.forkjoin;

import com.google.protobuf.ByteString;

/** Runs loops, on this worker's part of the iterations. The program's thread. */
interface LoopRunner {
  /** Whether each access is checked against the clauses of its loop. */
  boolean isChecked();

  /** Gives what is recorded of the loop. */
  ByteString run(LoopClauses loop, LoopWork work);
}
