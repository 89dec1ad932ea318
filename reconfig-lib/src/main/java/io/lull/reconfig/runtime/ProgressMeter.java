package io.lull.reconfig.runtime;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.comm.Group;
import org.jspecify.annotations.Nullable;

/**
 * Says regularly where the program stands and how fast it goes, and while data moves, how much of
 * it has come.
 */
final class ProgressMeter {
  private final Worker worker;
  private final Space space;
  private final Intake intake;
  private final Reports reports;
  private final Clock clock;
  private long lastIteration;
  private long lastNanos;
  private long lastMovingEpoch;
  private long lastMovedBytes;

  ProgressMeter(Worker worker, Space space, Intake intake, Reports reports, Clock clock) {
    this.worker = worker;
    this.space = space;
    this.intake = intake;
    this.reports = reports;
    this.clock = clock;
    this.lastNanos = clock.nanos();
  }

  void report() {
    final long now = clock.nanos();
    final Progress here = progress();
    final long done = here.getIteration() - lastIteration;
    final boolean moved =
        here.getMovingEpoch() != lastMovingEpoch || here.getMovedBytes() != lastMovedBytes;
    lastMovingEpoch = here.getMovingEpoch();
    lastMovedBytes = here.getMovedBytes();
    if (done != 0) {
      final double seconds = done > 0 ? (now - lastNanos) / 1e9 / done : 0;
      lastIteration = here.getIteration();
      lastNanos = now;
      send(here.toBuilder().setSecondsPerIteration(seconds).build());
    } else if (moved) {
      send(here);
    }
  }

  private Progress progress() {
    final @Nullable Group present = worker.group();
    final long epoch = present == null ? 0 : present.epoch();
    final Intake.Arrived arrived = intake.arrived(epoch);
    return Progress.newBuilder()
        .setEpoch(epoch)
        .setRank(present == null ? -1 : present.rank())
        .setIteration(space.iteration())
        .setIterations(space.iterations())
        .setSafePoint(space.safePoint())
        .setMovingEpoch(arrived.epoch())
        .setMovedBytes(arrived.bytes())
        .setMovingBytes(arrived.ofBytes())
        .build();
  }

  private void send(Progress progress) {
    reports.send(WorkerReport.newBuilder().setProgress(progress));
  }
}
