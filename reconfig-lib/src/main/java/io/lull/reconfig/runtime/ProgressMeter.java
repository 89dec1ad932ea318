package io.lull.reconfig.runtime;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.WorkerReport;

/** Says regularly where the program stands and how fast it goes. */
final class ProgressMeter {
  private final Worker worker;
  private final Reports reports;
  private final Clock clock;
  private long lastIteration;
  private long lastNanos;

  ProgressMeter(Worker worker, Reports reports, Clock clock) {
    this.worker = worker;
    this.reports = reports;
    this.clock = clock;
    this.lastNanos = clock.nanos();
  }

  void report() {
    final long now = clock.nanos();
    final long iteration = worker.progress(0).getIteration();
    final long done = iteration - lastIteration;
    if (done != 0) {
      final double seconds = done > 0 ? (now - lastNanos) / 1e9 / done : 0;
      lastIteration = iteration;
      lastNanos = now;
      reports.send(WorkerReport.newBuilder().setProgress(worker.progress(seconds)));
    }
  }
}
