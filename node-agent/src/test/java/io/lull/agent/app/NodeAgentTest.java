package io.lull.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.agent.fake.FakeCoordinator;
import io.lull.agent.fake.FakeWorker;
import io.lull.agent.fake.TestAuthority;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.wire.AcceptPieces;
import io.lull.protocol.wire.Accepted;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.DropPieces;
import io.lull.protocol.wire.EndWorker;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.NodeAddress;
import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerResume;
import io.lull.protocol.wire.OwnerSet;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.OwnerStatusRequest;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceLocation;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.Refused;
import io.lull.protocol.wire.StagePieces;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.StoreOutputs;
import io.lull.protocol.wire.ToWorker;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole agent, with real worker processes, against a coordinator that does what the test says.
 */
final class NodeAgentTest {
  private static final ByteString TICKET = ByteString.copyFromUtf8("ticket of J1");

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path temporary;
  private final TestAuthority authority = new TestAuthority("grid");
  private FakeCoordinator coordinator;
  private Identity identity;

  @BeforeEach
  void open() throws Exception {
    coordinator = FakeCoordinator.of(authority);
    identity = authority.identity("desk-1", "node");
  }

  @AfterEach
  void close() {
    coordinator.close();
  }

  @Test
  void aWorkerLivesFromItsStartToItsStoredOutputs() throws Exception {
    try (Desk desk = desk("desk-1", "")) {
      assertThat(desk.ready()).isEqualTo("agent desk-1 ready");
      available();
      final Blob input = coordinator.blob("field.csv", "1,2,3".getBytes(StandardCharsets.UTF_8));
      start("J1-w1", order -> order.addInputs(input).addParameters(parameter("look", "/root")));

      assertThat(said("J1-w1", WorkerReport::hasReady).getReady().getHost()).isEqualTo("127.0.0.1");
      assertThat(said("J1-w1", WorkerReport::hasFailed).getFailed().getError())
          .startsWith("field.csv=1,2,3 ")
          .doesNotContain("JAVA", "SECRET");
      status("running");

      tell("J1-w1", WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(5)));
      assertThat(said("J1-w1", WorkerReport::hasAtSafePoint).getAtSafePoint().getProposal())
          .isEqualTo(5);

      keep("J1-w1", 1, null);
      tell("J1-w1", WorkerOrder.newBuilder().setCapture(Capture.newBuilder().setGeneration(1)));
      final PieceDurable durable = durable();
      assertThat(durable.getError()).isEmpty();
      assertThat(durable.getBytes()).isEqualTo(FakeWorker.piece(1).length);

      tell("J1-w1", WorkerOrder.newBuilder().setProceed(Proceed.newBuilder().setEpoch(1)));
      said("J1-w1", WorkerReport::hasCompleted);
      coordinator.order(
          AgentOrder.newBuilder()
              .setStoreOutputs(StoreOutputs.newBuilder().setJob("J1").setWorker("J1-w1")));
      assertThat(coordinator.hear(AgentReport::hasOutputsStored).getOutputsStored().getFilesList())
          .extracting(Blob::getName)
          .containsExactly("result.txt", "log.txt");
      assertThat(coordinator.outputs().get("result.txt"))
          .isEqualTo("42\n".getBytes(StandardCharsets.UTF_8));
      assertThat(new String(coordinator.outputs().get("log.txt"), StandardCharsets.UTF_8))
          .isEqualTo("I am J1-w1\n");

      coordinator.order(
          AgentOrder.newBuilder()
              .setEndWorker(EndWorker.newBuilder().setWorker("J1-w1").setReason("it is done")));
      final WorkerEnded ended = ended("J1-w1");
      assertThat(ended.getExitCode()).isZero();
      assertThat(ended.getReason()).isEqualTo("it is done");
      coordinator.order(
          AgentOrder.newBuilder()
              .setDropPieces(
                  DropPieces.newBuilder().setJob("J1").setKeepFromGeneration(Long.MAX_VALUE)));
      gone(temporary.resolve("desk-1").resolve("work").resolve("J1-w1"));
      gone(temporary.resolve("desk-1/pieces/J1"));
      status("available");
    }
  }

  @Test
  void aPauseAndTheRecordOutliveTheAgent() throws Exception {
    try (Desk desk = desk("desk-1", "grace = 1s")) {
      available();
      start("J1-w1", order -> order);
      said("J1-w1", WorkerReport::hasReady);
      desk.owner("input");
      ended("J1-w1");
      assertThat(ask(OwnerRequest.newBuilder().setPause(OwnerPause.getDefaultInstance())))
          .extracting(OwnerStatus::getPausedUntilEpochMillis)
          .isEqualTo(Long.MAX_VALUE);
    }
    try (Desk desk = desk("desk-1", "")) {
      desk.ready();
      final OwnerStatus status =
          Eventually.get(
              "an agent that is paused",
              Duration.ofSeconds(60),
              () -> {
                final OwnerStatus now =
                    ask(
                        OwnerRequest.newBuilder()
                            .setStatus(OwnerStatusRequest.getDefaultInstance()));
                return now.getPausedUntilEpochMillis() == Long.MAX_VALUE ? now : null;
              });
      assertThat(status.getStatus().getState()).isEqualTo("owner");
      assertThat(status.getRecord().getEvicted()).isEqualTo(1);
      assertThat(status.getRecord().getIncidents()).isEqualTo(1);
      assertThat(status.getRecord().getRecent(0).getJob()).isEqualTo("J1");
      assertThat(status.getWarningsList()).isEmpty();
      ask(OwnerRequest.newBuilder().setResume(OwnerResume.getDefaultInstance()));
      available();
    }
  }

  private OwnerStatus ask(OwnerRequest.Builder request) {
    try (OwnerSocket socket = OwnerSocket.connect(temporary.resolve("desk-1"))) {
      return socket.ask(request.build()).getStatus();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void workersShareWhatTheOwnerGivesOfTheNetworkAndHearOfEachChange() throws Exception {
    try (Desk _ = desk("desk-1", "max-network = 2M")) {
      available();
      start("J1-w1", order -> order.addParameters(parameter("allowance", "")));
      allowed("J1-w1", 2 << 20);
      ask(
          OwnerRequest.newBuilder()
              .setSet(OwnerSet.newBuilder().setKey("max-network").setValue("6M")));
      allowed("J1-w1", 6 << 20);
      start("J1-w2", order -> order.addParameters(parameter("allowance", "")));
      allowed("J1-w2", 3 << 20);
      coordinator.order(
          AgentOrder.newBuilder().setEndWorker(EndWorker.newBuilder().setWorker("J1-w1")));
      allowed("J1-w2", 6 << 20);
      ask(
          OwnerRequest.newBuilder()
              .setSet(OwnerSet.newBuilder().setKey("max-network").setValue("all")));
      allowed("J1-w2", 0);
    }
  }

  private void allowed(String worker, long bytesPerSecond) {
    said(worker, report -> report.getFailed().getError().equals("allowed " + bytesPerSecond));
  }

  @Test
  void theOwnersReturnEndsAWorkerThatDoesNotLeave() throws Exception {
    try (Desk desk = desk("desk-1", "grace = 1s")) {
      available();
      start("J1-w1", order -> order);
      said("J1-w1", WorkerReport::hasReady);
      desk.owner("input");
      status("vacating");
      final List<AgentReport> heard =
          coordinator.hearAll(
              List.of(
                  report -> report.getWorkerEnded().getWorker().equals("J1-w1"),
                  AgentReport::hasVacated));
      assertThat(heard.getFirst().getWorkerEnded().getExitCode()).isEqualTo(128 + 9);
      assertThat(heard.getLast().getVacated().getKilled()).isTrue();
    }
  }

  @Test
  void whatWasNotAcknowledgedIsSaidAgainAndWorkersGoOn() throws Exception {
    try (Desk _ = desk("desk-1", "")) {
      available();
      start("J1-w1", order -> order);
      final AgentReport first =
          coordinator.hear(report -> report.getFromWorker().getReport().hasReady());
      coordinator.accepts(
          Accepted.newBuilder()
              .addWantedWorkers("J1-w1")
              .setHeartbeatMillis(200)
              .setLeaseMillis(60_000)
              .build());
      coordinator.hangUp();
      final Hello again = coordinator.hear(AgentReport::hasHello).getHello();
      assertThat(again.getWorkersList()).extracting(w -> w.getWorker()).containsExactly("J1-w1");
      assertThat(again.getWorkers(0).getPort()).isEqualTo(1);
      assertThat(coordinator.hear(report -> report.getSequence() == first.getSequence()))
          .isEqualTo(first);

      coordinator.order(
          AgentOrder.newBuilder()
              .setAcknowledged(first.getSequence())
              .setRefresh(io.lull.protocol.wire.Refresh.getDefaultInstance()));
      tell("J1-w1", WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(6)));
      final AgentReport second =
          coordinator.hear(report -> report.getFromWorker().getReport().hasAtSafePoint());
      coordinator.hangUp();
      coordinator.hear(AgentReport::hasHello);
      assertThat(coordinator.hear(report -> report.getSequence() > 0)).isEqualTo(second);

      coordinator.accepts(Accepted.newBuilder().setHeartbeatMillis(200).build());
      coordinator.hangUp();
      assertThat(ended("J1-w1").getReason()).isEqualTo("no job wants it any more");
    }
  }

  @Test
  void anOrderOfAnOldCoordinatorIsIgnored() throws Exception {
    coordinator.fence(7);
    try (Desk _ = desk("desk-1", "")) {
      available();
      start("J1-w1", order -> order);
      said("J1-w1", WorkerReport::hasReady);
      coordinator.say(
          AgentOrder.newBuilder()
              .setFence(6)
              .setEndWorker(EndWorker.newBuilder().setWorker("J1-w1"))
              .build());
      tell("J1-w1", WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(1)));
      said("J1-w1", WorkerReport::hasAtSafePoint);
    }
    try (Desk _ = desk("desk-1", "")) {
      assertThat(coordinator.hear(AgentReport::hasHello).getHello().getFenceSeen()).isEqualTo(7);
    }
  }

  @Test
  void aWorkerIsVacatedWhenTheLeaseEnds() throws Exception {
    coordinator.accepts(Accepted.newBuilder().setHeartbeatMillis(200).setLeaseMillis(1500).build());
    try (Desk _ = desk("desk-1", "grace = 0s")) {
      available();
      start("J1-w1", order -> order);
      said("J1-w1", WorkerReport::hasReady);
      coordinator.answers(false);
      coordinator.hangUp();
      // The greeting is not answered, so nothing but what later greetings hold is heard.
      coordinator.hear(report -> report.hasHello() && report.getHello().getWorkersList().isEmpty());
    }
  }

  @Test
  void aWorkerThatDiesAtItsStartIsToldWithItsLastLines() throws Exception {
    try (Desk _ = desk("desk-1", "")) {
      available();
      start("J1-w1", order -> order.addParameters(parameter("die", "7")));
      final WorkerEnded ended = ended("J1-w1");
      assertThat(ended.getExitCode()).isEqualTo(7);
      assertThat(ended.getNeverReady()).isTrue();
      assertThat(ended.getLogTail()).contains("I die");
      assertThat(ended.getReason()).isEqualTo("it died by itself with exit code 7");
    }
  }

  @Test
  void whatCannotBeStartedIsToldInASentence() throws Exception {
    try (Desk _ = desk("desk-1", "")) {
      available();
      start("J1-w1", order -> order.setMemoryBytes(1L << 40));
      assertThat(ended("J1-w1").getReason())
          .contains("a worker of 1.00 TiB does not fit: this node gives guests at most 2.00 GiB");
      start("J1-w2", order -> order.setMemoryBytes(1 << 20));
      assertThat(ended("J1-w2").getReason()).contains("needs at least 128 MiB");
      final Blob unknown =
          Blob.newBuilder().setName("gone.csv").setSizeBytes(1).setSha256("0".repeat(64)).build();
      start("J1-w3", order -> order.addInputs(unknown));
      assertThat(ended("J1-w3").getReason()).contains("no such file");
      final Blob sly = coordinator.blob("../../escaped", new byte[] {1});
      start("J1-w4", order -> order.addInputs(sly));
      assertThat(ended("J1-w4").getReason()).contains("is not a file's name");
    }
  }

  @Test
  void aPieceIsDurableAtTheBuddyAndComesBackFromThere() throws Exception {
    try (FakeCoordinator other = FakeCoordinator.of(authority);
        Desk writer = desk("desk-1", "");
        Desk buddy =
            new Desk(
                temporary.resolve("desk-2"),
                authority.identity("desk-2", "node"),
                other.address(),
                "")) {
      final Hello buddysHello = other.hear(AgentReport::hasHello).getHello();
      final NodeAddress address =
          NodeAddress.newBuilder()
              .setNode("desk-2")
              .setHost(buddysHello.getFacts().getHost())
              .setPort(buddysHello.getFacts().getPiecePort())
              .build();
      assertThat(buddy.ready()).isEqualTo("agent desk-2 ready");
      assertThat(writer.ready()).isEqualTo("agent desk-1 ready");
      available();
      start("J1-w1", order -> order);
      said("J1-w1", WorkerReport::hasReady);

      // Without a ticket the buddy takes nothing.
      keep("J1-w1", 1, address);
      tell("J1-w1", WorkerOrder.newBuilder().setCapture(Capture.newBuilder().setGeneration(1)));
      assertThat(durable().getError()).contains("not the ticket of J1");

      other.order(
          AgentOrder.newBuilder()
              .setAcceptPieces(AcceptPieces.newBuilder().setJob("J1").setPieceTicket(TICKET)));
      await(temporary.resolve("desk-2/pieces/J1/ticket"));
      keep("J1-w1", 2, address);
      tell("J1-w1", WorkerOrder.newBuilder().setCapture(Capture.newBuilder().setGeneration(2)));
      final PieceDurable durable = durable();
      assertThat(durable.getError()).isEmpty();
      assertThat(durable.getBuddy()).isEqualTo("desk-2");
      assertThat(temporary.resolve("desk-2/pieces/J1/g2-r0.piece"))
          .hasBinaryContent(FakeWorker.piece(2));

      coordinator.order(
          AgentOrder.newBuilder()
              .setDropPieces(DropPieces.newBuilder().setJob("J1").setKeepFromGeneration(3)));
      coordinator.order(
          AgentOrder.newBuilder()
              .setStagePieces(
                  StagePieces.newBuilder()
                      .setJob("J1")
                      .setWorker("J1-w1")
                      .setGeneration(2)
                      .setPieceTicket(TICKET)
                      .addPieces(PieceLocation.newBuilder().setRank(0).addHolders(address))
                      .addPieces(PieceLocation.newBuilder().setRank(1).addHolders(address))));
      final PiecesStaged staged = coordinator.hear(AgentReport::hasPiecesStaged).getPiecesStaged();
      assertThat(staged.getMissingList()).containsExactly(1);
      assertThat(staged.getWhy()).contains("desk-2: generation 2 of J1, rank 1 is not here");
      tell("J1-w1", WorkerOrder.newBuilder().setReconfigure(Reconfigure.getDefaultInstance()));
      assertThat(said("J1-w1", WorkerReport::hasFailed).getFailed().getError())
          .isEqualTo("g2-r0.piece");
    }
  }

  @Test
  void aFinalRefusalEndsTheAgent() throws Exception {
    coordinator.answers(false);
    try (Desk desk = desk("desk-1", "")) {
      coordinator.hear(AgentReport::hasHello);
      coordinator.order(
          AgentOrder.newBuilder()
              .setRefused(Refused.newBuilder().setWhy("another desk-1 is here").setFinal(true)));
      assertThat(desk.ended())
          .hasValueSatisfying(
              refusal -> assertThat(refusal.line()).isEqualTo("another desk-1 is here"));
    }
  }

  @Test
  void aNodeOfAnotherGridIsRefused() throws Exception {
    identity = new TestAuthority("other").identity("desk-1", "node");
    try (Desk desk = desk("desk-1", "")) {
      assertThat(desk.ended())
          .hasValueSatisfying(
              refusal -> assertThat(refusal.line()).contains("do not trust each other"));
    }
  }

  private Desk desk(String name, String settings) throws Exception {
    Files.deleteIfExists(temporary.resolve(name).resolve("owner.script"));
    return new Desk(temporary.resolve(name), identity, coordinator.address(), settings);
  }

  private void available() {
    status("available");
  }

  private void status(String state) {
    coordinator.hear(report -> report.hasStatus() && report.getStatus().getState().equals(state));
  }

  private void start(String worker, java.util.function.UnaryOperator<StartWorker.Builder> with) {
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

  private void tell(String worker, WorkerOrder.Builder order) {
    coordinator.order(
        AgentOrder.newBuilder()
            .setToWorker(ToWorker.newBuilder().setWorker(worker).setOrder(order)));
  }

  private void keep(
      String worker, long generation, @org.jspecify.annotations.Nullable NodeAddress buddy) {
    final KeepPiece.Builder order =
        KeepPiece.newBuilder().setJob("J1").setWorker(worker).setGeneration(generation);
    if (buddy != null) {
      order.setBuddy(buddy);
    }
    coordinator.order(AgentOrder.newBuilder().setKeepPiece(order));
  }

  private PieceDurable durable() {
    return coordinator.hear(AgentReport::hasPieceDurable).getPieceDurable();
  }

  private WorkerReport said(String worker, Predicate<WorkerReport> what) {
    return coordinator
        .hear(report ->
            report.hasFromWorker()
                && report.getFromWorker().getWorker().equals(worker)
                && what.test(report.getFromWorker().getReport()))
        .getFromWorker()
        .getReport();
  }

  private WorkerEnded ended(String worker) {
    return coordinator
        .hear(report -> report.getWorkerEnded().getWorker().equals(worker))
        .getWorkerEnded();
  }

  private static Parameter parameter(String name, String value) {
    return Parameter.newBuilder().setName(name).setValue(value).build();
  }

  private static void gone(Path path) {
    Eventually.await(path + " is gone", PATIENCE, () -> !Files.exists(path));
  }

  private static void await(Path path) {
    Eventually.await(path + " is there", PATIENCE, () -> Files.exists(path));
  }
}
