package io.lull.reconfig.worker;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.TaskStatus;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.collective.ComputingTime;
import io.lull.reconfig.model.ProgramProgress;
import io.lull.reconfig.transfer.TransferReceiver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says regularly where the program stands, how fast it goes and how much of its time it waits for
 * others, and while data moves, how much of it has come.
 */
public final class ProgressMeter {
  /** Measured together before the first figure: what one took says little of the others. */
  private static final int FIRST_ITERATIONS = 3;

  /** Of more, the others are not reported. */
  private static final int MOST_TASKS = 256;

  private final WorkerRuntime worker;
  private final WorkerProgram program;
  private final TransferReceiver receiver;
  private final Reports reports;
  private final Clock clock;
  private final CountPace iterations = new CountPace(FIRST_ITERATIONS);
  private final CountPace safePoints = new CountPace(1);
  private long lastSafePoint;
  private long lastMovingEpoch;
  private long lastMovedBytes;
  private List<TaskStatus> lastTasks = List.of();
  private long lastTasksEpoch;

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
  }

  public void report() {
    final long nanos = clock.nanos();
    final Progress here = progress();
    final double iteration = iterations.secondsEach(here.getEpoch(), here.getIteration(), nanos);
    final double safePoint = safePoints.secondsEach(here.getEpoch(), here.getSafePoint(), nanos);
    final boolean moved =
        here.getMovingEpoch() != lastMovingEpoch || here.getMovedBytes() != lastMovedBytes;
    lastMovingEpoch = here.getMovingEpoch();
    lastMovedBytes = here.getMovedBytes();
    final boolean tasksChanged =
        !here.getTasksList().equals(lastTasks)
            || (here.getTasksCount() > 0 && here.getEpoch() != lastTasksEpoch);
    lastTasks = here.getTasksList();
    lastTasksEpoch = here.getEpoch();
    if (here.getSafePoint() != lastSafePoint) {
      lastSafePoint = here.getSafePoint();
      final ComputingTime.Spent spent = program.time().spent();
      final Progress.Builder full =
          here.toBuilder().setSecondsPerIteration(iteration).setSecondsPerSafePoint(safePoint);
      if (spent.epoch() == here.getEpoch()) {
        full.setCountedSafePoints(spent.safePoints())
            .setComputingNanos(spent.computingNanos())
            .setWaitingNanos(spent.waitingNanos());
      }
      send(full.build());
    } else if (moved || tasksChanged) {
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
        .addAllTasks(program.model().tasks(MOST_TASKS))
        .build();
  }

  private void send(Progress progress) {
    reports.send(WorkerReport.newBuilder().setProgress(progress));
  }
}
