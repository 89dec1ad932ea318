package io.lull.bench.message;

import io.lull.bench.SeparateCores;
import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;

/** Another program that computes all the time, on the core that a worker has. */
final class BusyCore implements AutoCloseable {
  private final Process program;

  private BusyCore(Process program) {
    this.program = program;
  }

  static BusyCore beside(WorkerProcess worker) throws IOException, InterruptedException {
    final Process program =
        new ProcessBuilder("/bin/sh", "-c", "while :; do :; done")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    SeparateCores.share(worker.pid(), program.pid());
    return new BusyCore(program);
  }

  @Override
  public void close() {
    program.destroyForcibly();
  }
}
