package io.lull.bench.fleet;

import io.lull.protocol.wire.AtSafePoint;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Left;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Met;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.Resumed;
import io.lull.protocol.wire.RunningWorker;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers a job's orders as a worker does whose grid has no cells: it is met, prepared and at the
 * next safe point at once. Used by one thread at a time; what it computes in may be asked by any.
 */
final class SimulatedWorker {
  /** Nobody dials it. */
  private static final int PORT = 4000;

  private static final long MOVED_BYTES = 1;

  private final StartWorker start;
  private @Nullable Prepared prepared;
  private long safePoint;
  private volatile Layout layout = Layout.getDefaultInstance();
  private volatile boolean over;

  SimulatedWorker(StartWorker start) {
    this.start = start;
  }

  String id() {
    return start.getWorker();
  }

  String job() {
    return start.getJob();
  }

  /** It has ended of itself, its data being with others. */
  boolean over() {
    return over;
  }

  /** How many workers the configuration has that it computes in; none before the first. */
  int members() {
    return layout.getMembersCount();
  }

  RunningWorker running() {
    return RunningWorker.newBuilder()
        .setWorker(id())
        .setJob(job())
        .setClaim(start.getClaim())
        .setHost(SimulatedNode.HOST)
        .setPort(PORT)
        .build();
  }

  WorkerReport ready() {
    return WorkerReport.newBuilder()
        .setReady(Ready.newBuilder().setHost(SimulatedNode.HOST).setPort(PORT).setStartMillis(1))
        .build();
  }

  /** What it says to an order, if anything. */
  Optional<WorkerReport> obey(WorkerOrder order) {
    return switch (order.getOrderCase()) {
      case MEET -> Optional.of(met(order.getMeet()));
      case PROPOSE ->
          layout.getEpoch() == 0
              ? Optional.empty()
              : Optional.of(atSafePoint(order.getPropose().getProposal()));
      case RECONFIGURE -> Optional.of(prepare(order.getReconfigure()));
      case PROCEED -> proceed(order.getProceed().getEpoch());
      case END -> {
        over = true;
        yield Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private static WorkerReport met(Meet order) {
    return WorkerReport.newBuilder()
        .setMet(Met.newBuilder().setMeeting(order.getMeeting()))
        .build();
  }

  private WorkerReport atSafePoint(long proposal) {
    return WorkerReport.newBuilder()
        .setAtSafePoint(AtSafePoint.newBuilder().setProposal(proposal).setSafePoint(safePoint + 1))
        .build();
  }

  private WorkerReport prepare(Reconfigure order) {
    final long at = order.hasLive() ? order.getLive().getSafePoint() : 0;
    final Prepared answer =
        Prepared.newBuilder()
            .setEpoch(order.getEpoch())
            .setLayout(
                Layout.newBuilder()
                    .setEpoch(order.getEpoch())
                    .addAllMembers(order.getMembersList()))
            .setBytesMoved(MOVED_BYTES)
            .setSentBytes(MOVED_BYTES)
            .setBytesLeast(MOVED_BYTES)
            .setSafePoint(at)
            .setIteration(at)
            .build();
    prepared = answer;
    return WorkerReport.newBuilder().setPrepared(answer).build();
  }

  private Optional<WorkerReport> proceed(long epoch) {
    final Prepared next = prepared;
    prepared = null;
    if (next == null || next.getEpoch() != epoch) {
      return Optional.empty();
    }
    safePoint = next.getSafePoint();
    if (next.getLayout().getMembersList().stream().noneMatch(m -> m.getWorker().equals(id()))) {
      over = true;
      return Optional.of(
          WorkerReport.newBuilder().setLeft(Left.newBuilder().setEpoch(epoch)).build());
    }
    layout = next.getLayout();
    return Optional.of(
        WorkerReport.newBuilder()
            .setResumed(Resumed.newBuilder().setEpoch(epoch).setDowntimeNanos(1))
            .build());
  }
}
