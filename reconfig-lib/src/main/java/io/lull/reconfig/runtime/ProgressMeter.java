package io.lull.reconfig.runtime;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.WorkerReport;

/** Says regularly where the program stands and how fast it goes. */
final class ProgressMeter {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Worker worker;
  private final Reports reports;
  private final Clock clock;
  private Mark lastIteration;
  private Mark lastSafePoint;

  /** How many there were, and when the last one was seen. */
  private record Mark(long count, long nanos) {
    /** Of each since then; 0: not to be said. */
    double secondsEach(Mark now) {
      final long more = now.count - count;
      return more > 0 ? (now.nanos - nanos) / NANOS_PER_SECOND / more : 0;
    }

    Mark moved(Mark now) {
      return now.count == count ? this : now;
    }
  }

  ProgressMeter(Worker worker, Reports reports, Clock clock) {
    this.worker = worker;
    this.reports = reports;
    this.clock = clock;
    this.lastIteration = new Mark(0, clock.nanos());
    this.lastSafePoint = lastIteration;
  }

  void report() {
    final long nanos = clock.nanos();
    final Progress progress = worker.progress();
    final Mark iteration = new Mark(progress.getIteration(), nanos);
    final Mark safePoint = new Mark(progress.getSafePoint(), nanos);
    if (safePoint.count != lastSafePoint.count) {
      reports.send(
          WorkerReport.newBuilder()
              .setProgress(
                  progress.toBuilder()
                      .setSecondsPerIteration(lastIteration.secondsEach(iteration))
                      .setSecondsPerSafePoint(lastSafePoint.secondsEach(safePoint))));
      lastIteration = lastIteration.moved(iteration);
      lastSafePoint = safePoint;
    }
  }
}
