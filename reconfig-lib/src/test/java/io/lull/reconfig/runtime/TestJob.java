package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Fresh;
import io.lull.protocol.wire.Generation;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.PieceHolder;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Drives worker processes as a coordinator would. */
final class TestJob implements AutoCloseable {
  private static final long DEADLINE_MILLIS = 30_000;

  final Path folder;
  final Class<?> program;
  final Map<String, String> parameters;
  final DataPlane plane;
  final Map<String, WorkerProcess> workers = new LinkedHashMap<>();
  Layout layout = Layout.getDefaultInstance();
  long epoch;
  long proposals;
  int started;

  TestJob(Path folder, Class<?> program, Map<String, String> parameters, DataPlane plane) {
    this.folder = folder;
    this.program = program;
    this.parameters = parameters;
    this.plane = plane;
  }

  List<WorkerProcess> start(int count) throws Exception {
    final List<WorkerProcess> fresh = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      final String name = "J1-w" + ++started;
      final WorkerProcess worker =
          new WorkerProcess(name, folder.resolve(name), program, parameters, plane);
      workers.put(name, worker);
      fresh.add(worker);
    }
    for (final WorkerProcess worker : fresh) {
      worker.awaitReady();
    }
    return fresh;
  }

  List<WorkerProcess> members() {
    return layout.getMembersList().stream()
        .map(m -> workers.get(m.getWorker()))
        .filter(Objects::nonNull)
        .toList();
  }

  void begin(List<WorkerProcess> first) throws Exception {
    final Prepared prepared =
        prepare(first, order(first).setFresh(Fresh.getDefaultInstance()), List.of());
    proceed(prepared, first);
  }

  private Reconfigure.Builder order(List<WorkerProcess> next) {
    final Reconfigure.Builder order =
        Reconfigure.newBuilder().setEpoch(++epoch).setDeadlineMillis(DEADLINE_MILLIS);
    next.forEach(worker -> order.addMembers(worker.address()));
    return order;
  }

  long propose() throws Exception {
    final long proposal = ++proposals;
    for (final WorkerProcess worker : members()) {
      worker.tell(WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(proposal)));
    }
    long safePoint = 0;
    for (final WorkerProcess worker : members()) {
      final WorkerReport report =
          worker.await(
              "at a safe point",
              r -> r.hasAtSafePoint() && r.getAtSafePoint().getProposal() == proposal);
      assertThat(report.getAtSafePoint().getFinishing()).isFalse();
      safePoint = Math.max(safePoint, report.getAtSafePoint().getSafePoint());
    }
    return safePoint;
  }

  /** Moves the job to these workers. */
  Prepared change(List<WorkerProcess> next) throws Exception {
    final long safePoint = propose();
    final Reconfigure.Builder order =
        order(next).setLive(Live.newBuilder().setLayout(layout).setSafePoint(safePoint));
    final List<WorkerProcess> leavers = new ArrayList<>(members());
    leavers.removeAll(next);
    final Prepared prepared = prepare(next, order, leavers);
    assertThat(prepared.getSafePoint()).isEqualTo(safePoint);
    proceed(prepared, next);
    for (final WorkerProcess leaver : leavers) {
      leaver.await("gone", WorkerReport::hasLeft);
      leaver.awaitExit();
      assertThat(leaver.exitCode()).isZero();
    }
    return prepared;
  }

  Prepared recover(
      List<WorkerProcess> next,
      long generation,
      long safePoint,
      Layout kept,
      Map<Integer, WorkerProcess> holders)
      throws Exception {
    final Generation.Builder source =
        Generation.newBuilder().setNumber(generation).setSafePoint(safePoint).setLayout(kept);
    holders.forEach((rank, holder) ->
        source.addHolders(PieceHolder.newBuilder().setRank(rank).setWorker(holder.name)));
    final Prepared prepared = prepare(next, order(next).setGeneration(source), List.of());
    proceed(prepared, next);
    return prepared;
  }

  Prepared prepare(List<WorkerProcess> next, Reconfigure.Builder order, List<WorkerProcess> leavers)
      throws Exception {
    final Set<WorkerProcess> all = new LinkedHashSet<>(next);
    all.addAll(leavers);
    for (final WorkerProcess worker : all) {
      worker.tell(WorkerOrder.newBuilder().setReconfigure(order));
    }
    Prepared prepared = Prepared.getDefaultInstance();
    for (final WorkerProcess worker : all) {
      final Prepared mine =
          worker
              .await(
                  "prepared",
                  r -> r.hasPrepared() && r.getPrepared().getEpoch() == order.getEpoch())
              .getPrepared();
      assertThat(mine.getMissing()).as("%s: %s", worker.name, worker.log()).isEmpty();
      if (prepared.getEpoch() != 0) {
        assertThat(mine.getLayout()).isEqualTo(prepared.getLayout());
        assertThat(mine.getBytesMoved()).isEqualTo(prepared.getBytesMoved());
      }
      prepared = mine;
    }
    assertThat(prepared.getBytesMoved()).isEqualTo(prepared.getBytesLeast());
    return prepared;
  }

  void proceed(Prepared prepared, List<WorkerProcess> next) throws Exception {
    final Set<WorkerProcess> all = new LinkedHashSet<>(next);
    all.addAll(members());
    layout = prepared.getLayout();
    for (final WorkerProcess worker : all) {
      if (worker.address().getPort() != 0 && workers.containsKey(worker.name)) {
        worker.tell(
            WorkerOrder.newBuilder()
                .setProceed(Proceed.newBuilder().setEpoch(prepared.getEpoch())));
      }
    }
    for (final WorkerProcess worker : next) {
      worker.await(
          "computing again",
          r -> r.hasResumed() && r.getResumed().getEpoch() == prepared.getEpoch());
    }
  }

  /** Keeps a generation and says where it was. */
  long checkpoint(long generation, boolean thenHold) throws Exception {
    final long safePoint = propose();
    for (final WorkerProcess worker : members()) {
      worker.tell(
          WorkerOrder.newBuilder()
              .setCapture(
                  Capture.newBuilder()
                      .setGeneration(generation)
                      .setSafePoint(safePoint)
                      .setThenHold(thenHold)));
    }
    for (int rank = 0; rank < layout.getMembersCount(); rank++) {
      final WorkerReport written =
          members().get(rank).await("keeping its piece", WorkerReport::hasPieceWritten);
      assertThat(written.getPieceWritten().getError()).isEmpty();
      assertThat(written.getPieceWritten().getRank()).isEqualTo(rank);
    }
    return safePoint;
  }

  /** Brings the piece of a rank of some layout to another worker, as agents do. */
  void bring(long generation, int rank, WorkerProcess from, WorkerProcess to) throws IOException {
    final String name = "g" + generation + "-r" + rank + ".piece";
    Files.createDirectories(to.folder.resolve("pieces"));
    Files.copy(
        from.folder.resolve("pieces").resolve(name), to.folder.resolve("pieces").resolve(name));
  }

  void lose(WorkerProcess worker) throws InterruptedException {
    workers.remove(worker.name);
    worker.kill();
  }

  /** The check values of the completed job. */
  Map<String, String> awaitCompleted() throws Exception {
    final Map<String, String> values = new LinkedHashMap<>();
    for (final WorkerProcess worker : members()) {
      final var completed = worker.await("complete", WorkerReport::hasCompleted).getCompleted();
      if (completed.getHasOutputs()) {
        completed.getCheckValuesList().forEach(v -> values.put(v.getName(), v.getValue()));
      }
    }
    return values;
  }

  @Override
  public void close() {
    workers.values().forEach(WorkerProcess::close);
  }
}
