package io.lull.agent.app;

import com.google.protobuf.ByteString;
import io.lull.agent.fake.FakeCoordinator;
import io.lull.agent.fake.TestAuthority;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.ToWorker;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.time.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A coordinator that does what a test says, and a desk whose whole agent talks to it. */
final class Rig implements AutoCloseable {
  static final ByteString TICKET = ByteString.copyFromUtf8("ticket of J1");

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Path folder;
  private final TestAuthority authority = new TestAuthority("grid");
  private final FakeCoordinator coordinator;
  private final Identity identity;

  /**
   * @param folder of the desks' folders
   */
  Rig(Path folder) throws Exception {
    this.folder = folder;
    this.coordinator = FakeCoordinator.of(authority);
    this.identity = authority.identity("desk-1", "node");
  }

  TestAuthority authority() {
    return authority;
  }

  FakeCoordinator coordinator() {
    return coordinator;
  }

  /** Desk 1, as often as it is asked for: what the last has left in its folder is there. */
  Desk desk(String settings) throws Exception {
    return desk(identity, settings);
  }

  Desk desk(Identity shown, String settings) throws Exception {
    final Path own = folder.resolve("desk-1");
    Files.deleteIfExists(own.resolve("owner.script"));
    return new Desk(own, shown, coordinator.address(), settings);
  }

  void available() {
    status("available");
  }

  void status(String state) {
    coordinator.hear(report -> report.hasStatus() && report.getStatus().getState().equals(state));
  }

  void start(String worker, UnaryOperator<StartWorker.Builder> with) {
    coordinator.order(
        AgentOrder.newBuilder()
            .setStartWorker(
                with.apply(
                    StartWorker.newBuilder()
                        .setJob("J1")
                        .setWorker(worker)
                        .setUser("ada")
                        .setMemoryBytes(160 << 20)
                        .setPieceTicket(TICKET))));
  }

  void tell(String worker, WorkerOrder.Builder order) {
    coordinator.order(
        AgentOrder.newBuilder()
            .setToWorker(ToWorker.newBuilder().setWorker(worker).setOrder(order)));
  }

  void keep(String worker, long generation, @Nullable NodeAddress buddy) {
    final KeepPiece.Builder order =
        KeepPiece.newBuilder().setJob("J1").setWorker(worker).setGeneration(generation);
    if (buddy != null) {
      order.setBuddy(buddy);
    }
    coordinator.order(AgentOrder.newBuilder().setKeepPiece(order));
  }

  PieceDurable durable() {
    return coordinator.hear(AgentReport::hasPieceDurable).getPieceDurable();
  }

  WorkerReport said(String worker, Predicate<WorkerReport> what) {
    return coordinator
        .hear(report ->
            report.hasFromWorker()
                && report.getFromWorker().getWorker().equals(worker)
                && what.test(report.getFromWorker().getReport()))
        .getFromWorker()
        .getReport();
  }

  WorkerEnded ended(String worker) {
    return coordinator
        .hear(report -> report.getWorkerEnded().getWorker().equals(worker))
        .getWorkerEnded();
  }

  static Parameter parameter(String name, String value) {
    return Parameter.newBuilder().setName(name).setValue(value).build();
  }

  static void gone(Path path) {
    Eventually.await(path + " is gone", PATIENCE, () -> !Files.exists(path));
  }

  static void await(Path path) {
    Eventually.await(path + " is there", PATIENCE, () -> Files.exists(path));
  }

  @Override
  public void close() {
    coordinator.close();
  }
}
