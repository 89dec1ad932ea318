package io.lull.simulator.job;

import io.lull.protocol.wire.CheckValue;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Left;
import io.lull.protocol.wire.PeerLost;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.WorkerReport;
import java.util.function.IntToDoubleFunction;

/** What workers say that needs no more than a number or a name. */
final class WorkerReports {
  private WorkerReports() {}

  static WorkerReport.Builder ready(String host) {
    return WorkerReport.newBuilder()
        .setReady(Ready.newBuilder().setHost(host).setPort(4000).setSlots(TasksModel.SLOTS));
  }

  static WorkerReport.Builder left(long epoch) {
    return WorkerReport.newBuilder().setLeft(Left.newBuilder().setEpoch(epoch));
  }

  /**
   * @param peer empty: it is not known which
   */
  static WorkerReport.Builder lost(long epoch, String peer) {
    return WorkerReport.newBuilder()
        .setPeerLost(PeerLost.newBuilder().setEpoch(epoch).setWorker(peer).setWhy("link ended"));
  }

  /**
   * @param seconds of an iteration, by the number of workers
   */
  static WorkerReport.Builder progress(
      Layout layout,
      int rank,
      long iteration,
      long iterations,
      IntToDoubleFunction seconds,
      WorkTime time) {
    final double each = seconds.applyAsDouble(layout.getMembersCount());
    return WorkerReport.newBuilder()
        .setProgress(
            Progress.newBuilder()
                .setEpoch(layout.getEpoch())
                .setRank(rank)
                .setIteration(iteration)
                .setIterations(iterations)
                .setSafePoint(iteration)
                .setSecondsPerIteration(each)
                .setSecondsPerSafePoint(each)
                .mergeFrom(time.counted()));
  }

  static WorkerReport.Builder completed(long epoch, long iteration, boolean hasOutputs) {
    return WorkerReport.newBuilder()
        .setCompleted(
            Completed.newBuilder()
                .setEpoch(epoch)
                .setIteration(iteration)
                .setHasOutputs(hasOutputs)
                .addCheckValues(CheckValue.newBuilder().setName("sum").setValue("1.0")));
  }

  static WorkerReport.Builder failed(String error) {
    return WorkerReport.newBuilder().setFailed(Failed.newBuilder().setError(error));
  }
}
