package io.lull.reconfig.worker;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.transfer.TransferReceiver;
import org.jspecify.annotations.Nullable;

/**
 * Says regularly where the program stands and how fast it goes, and while data moves, how much of
 * it has come.
 */
public final class ProgressMeter {
  private static final double NANOS_PER_SECOND = 1e9;

  private final WorkerRuntime worker;
  private final WorkerProgram program;
  private final TransferReceiver receiver;
  private final Reports reports;
  private final Clock clock;
  private Mark lastIteration;
  private Mark lastSafePoint;
  private long lastMovingEpoch;
  private long lastMovedBytes;

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

  public ProgressMeter(
      WorkerRuntime worker,
      WorkerProgram program,
      TransferReceiver receiver,
      Reports reports,
      Clock clock) {
    this.worker = worker;
    this.program = program;
    this.receiver = receiver;
    this.reports = reports;
    this.clock = clock;
    this.lastIteration = new Mark(0, clock.nanos());
    this.lastSafePoint = lastIteration;
  }

  public void report() {
    final long nanos = clock.nanos();
    final Progress here = progress();
    final Mark iteration = new Mark(here.getIteration(), nanos);
    final Mark safePoint = new Mark(here.getSafePoint(), nanos);
    final boolean moved =
        here.getMovingEpoch() != lastMovingEpoch || here.getMovedBytes() != lastMovedBytes;
    lastMovingEpoch = here.getMovingEpoch();
    lastMovedBytes = here.getMovedBytes();
    if (safePoint.count != lastSafePoint.count) {
      send(
          here.toBuilder()
              .setSecondsPerIteration(lastIteration.secondsEach(iteration))
              .setSecondsPerSafePoint(lastSafePoint.secondsEach(safePoint))
              .build());
      lastIteration = lastIteration.moved(iteration);
      lastSafePoint = safePoint;
    } else if (moved) {
      send(here);
    }
  }

  private Progress progress() {
    final @Nullable Communicator present = worker.group();
    final long epoch = present == null ? 0 : present.epoch();
    final ProgramProgress far = program.model().progress();
    final TransferReceiver.Arrived arrived = receiver.arrived(epoch);
    return Progress.newBuilder()
        .setEpoch(epoch)
        .setRank(present == null ? -1 : present.rank())
        .setIteration(far.iteration())
        .setIterations(far.iterations())
        .setSafePoint(program.safePoint())
        .setMovingEpoch(arrived.epoch())
        .setMovedBytes(arrived.bytes())
        .setMovingBytes(arrived.ofBytes())
        .build();
  }

  private void send(Progress progress) {
    reports.send(WorkerReport.newBuilder().setProgress(progress));
  }
}
