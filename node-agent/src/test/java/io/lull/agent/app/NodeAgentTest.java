package io.lull.agent.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.fake.FakeCoordinator;
import io.lull.agent.fake.FakeWorker;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.DropPieces;
import io.lull.protocol.wire.EndWorker;
import io.lull.protocol.wire.LogTail;
import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerResume;
import io.lull.protocol.wire.OwnerSet;
import io.lull.protocol.wire.OwnerStatus;
import io.lull.protocol.wire.OwnerStatusRequest;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.StoreOutputs;
import io.lull.protocol.wire.TellLog;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole agent, with real worker processes, and what its owner sees of them. */
final class NodeAgentTest {
  @TempDir private Path temporary;
  private Rig rig;
  private FakeCoordinator coordinator;

  @BeforeEach
  void open() throws Exception {
    rig = new Rig(temporary);
    coordinator = rig.coordinator();
  }

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void aWorkerLivesFromItsStartToItsStoredOutputs() throws Exception {
    try (Desk desk = rig.desk("")) {
      assertThat(desk.ready()).isEqualTo("agent desk-1 ready");
      rig.available();
      final Blob input = coordinator.blob("field.csv", "1,2,3".getBytes(StandardCharsets.UTF_8));
      rig.start(
          "J1-w1", order -> order.addInputs(input).addParameters(Rig.parameter("look", "/root")));

      assertThat(rig.said("J1-w1", WorkerReport::hasReady).getReady().getHost())
          .isEqualTo("127.0.0.1");
      assertThat(rig.said("J1-w1", WorkerReport::hasFailed).getFailed().getError())
          .startsWith("field.csv=1,2,3 ")
          .doesNotContain("JAVA", "SECRET");
      rig.status("running");

      rig.tell("J1-w1", WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(5)));
      assertThat(rig.said("J1-w1", WorkerReport::hasAtSafePoint).getAtSafePoint().getProposal())
          .isEqualTo(5);

      rig.keep("J1-w1", 1, null);
      rig.tell("J1-w1", WorkerOrder.newBuilder().setCapture(Capture.newBuilder().setGeneration(1)));
      final PieceDurable durable = rig.durable();
      assertThat(durable.getError()).isEmpty();
      assertThat(durable.getBytes()).isEqualTo(FakeWorker.piece(1).length);

      rig.tell("J1-w1", WorkerOrder.newBuilder().setProceed(Proceed.newBuilder().setEpoch(1)));
      rig.said("J1-w1", WorkerReport::hasCompleted);
      coordinator.order(
          AgentOrder.newBuilder()
              .setStoreOutputs(StoreOutputs.newBuilder().setJob("J1").setWorker("J1-w1")));
      assertThat(coordinator.hear(AgentReport::hasOutputsStored).getOutputsStored().getFilesList())
          .extracting(Blob::getName)
          .containsExactly("result.txt", "log.txt");
      assertThat(coordinator.outputs().get("result.txt"))
          .isEqualTo("42\n".getBytes(StandardCharsets.UTF_8));
      assertThat(new String(coordinator.outputs().get("log.txt"), StandardCharsets.UTF_8))
          .as("what the Java machine has to say, and what the program writes")
          .contains("MaxNewSize")
          .endsWith("I am J1-w1\n");

      coordinator.order(
          AgentOrder.newBuilder()
              .setEndWorker(EndWorker.newBuilder().setWorker("J1-w1").setReason("it is done")));
      final WorkerEnded ended = rig.ended("J1-w1");
      assertThat(ended.getExitCode()).isZero();
      assertThat(ended.getReason()).isEqualTo("it is done");
      coordinator.order(
          AgentOrder.newBuilder()
              .setDropPieces(
                  DropPieces.newBuilder().setJob("J1").setKeepFromGeneration(Long.MAX_VALUE)));
      Rig.gone(temporary.resolve("desk-1").resolve("work").resolve("J1-w1"));
      Rig.gone(temporary.resolve("desk-1/pieces/J1"));
      rig.status("available");
    }
  }

  @Test
  void aWorkerThatDiesAtItsStartIsToldWithItsLastLines() throws Exception {
    try (Desk _ = rig.desk("")) {
      rig.available();
      rig.start("J1-w1", order -> order.addParameters(Rig.parameter("die", "7")));
      final WorkerEnded ended = rig.ended("J1-w1");
      assertThat(ended.getExitCode()).isEqualTo(7);
      assertThat(ended.getNeverReady()).isTrue();
      assertThat(ended.getLogTail()).contains("I die");
      assertThat(ended.getReason()).isEqualTo("its program ended the process with exit code 7");
    }
  }

  @Test
  void whoAsksWhatAWorkerWroteLastIsToldWhileItRuns() throws Exception {
    try (Desk _ = rig.desk("")) {
      rig.available();
      rig.start("J1-w1", order -> order);
      rig.said("J1-w1", WorkerReport::hasReady);
      final AgentReport told =
          Eventually.get(
              "its first line",
              Duration.ofSeconds(60),
              () -> {
                tellLog("J7-w7"); // Of one that is not here nothing is told.
                tellLog("J1-w1");
                final AgentReport report = coordinator.hear(AgentReport::hasLogTail);
                return report.getLogTail().getText().endsWith("I am J1-w1\n") ? report : null;
              });
      assertThat(told.getSequence()).as("it may be lost").isZero();
      assertThat(told.getLogTail().toBuilder().clearText().build())
          .isEqualTo(LogTail.newBuilder().setJob("J1").setWorker("J1-w1").build());
    }
  }

  private void tellLog(String worker) {
    coordinator.order(AgentOrder.newBuilder().setTellLog(TellLog.newBuilder().setWorker(worker)));
  }

  @Test
  void whatCannotBeStartedIsToldInASentence() throws Exception {
    try (Desk _ = rig.desk("")) {
      rig.available();
      rig.start("J1-w1", order -> order.setMemoryBytes(1L << 40));
      assertThat(rig.ended("J1-w1").getReason())
          .contains("a worker of 1.00 TiB does not fit: this node gives guests at most 2.00 GiB");
      rig.start("J1-w2", order -> order.setMemoryBytes(1 << 20));
      assertThat(rig.ended("J1-w2").getReason()).contains("needs at least 128 MiB");
      final Blob unknown =
          Blob.newBuilder().setName("gone.csv").setSizeBytes(1).setSha256("0".repeat(64)).build();
      rig.start("J1-w3", order -> order.addInputs(unknown));
      assertThat(rig.ended("J1-w3").getReason()).contains("no such file");
      final Blob sly = coordinator.blob("../../escaped", new byte[] {1});
      rig.start("J1-w4", order -> order.addInputs(sly));
      assertThat(rig.ended("J1-w4").getReason()).contains("is not a file's name");
    }
  }

  @Test
  void theOwnersReturnEndsAWorkerThatDoesNotLeave() throws Exception {
    try (Desk desk = rig.desk("grace = 1s")) {
      rig.available();
      rig.start("J1-w1", order -> order);
      rig.said("J1-w1", WorkerReport::hasReady);
      desk.owner("input");
      rig.status("vacating");
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
  void workersShareWhatTheOwnerGivesOfTheNetworkAndHearOfEachChange() throws Exception {
    try (Desk _ = rig.desk("max-network = 2M")) {
      rig.available();
      rig.start("J1-w1", order -> order.addParameters(Rig.parameter("allowance", "")));
      allowed("J1-w1", 2 << 20);
      ask(
          OwnerRequest.newBuilder()
              .setSet(OwnerSet.newBuilder().setKey("max-network").setValue("6M")));
      allowed("J1-w1", 6 << 20);
      rig.start("J1-w2", order -> order.addParameters(Rig.parameter("allowance", "")));
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
    rig.said(worker, report -> report.getFailed().getError().equals("allowed " + bytesPerSecond));
  }

  @Test
  void aPauseAndTheRecordOutliveTheAgent() throws Exception {
    try (Desk desk = rig.desk("grace = 1s")) {
      rig.available();
      rig.start("J1-w1", order -> order);
      rig.said("J1-w1", WorkerReport::hasReady);
      desk.owner("input");
      rig.ended("J1-w1");
      assertThat(ask(OwnerRequest.newBuilder().setPause(OwnerPause.getDefaultInstance())))
          .extracting(OwnerStatus::getPausedUntilEpochMillis)
          .isEqualTo(Long.MAX_VALUE);
    }
    try (Desk desk = rig.desk("")) {
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
      rig.available();
    }
  }

  private OwnerStatus ask(OwnerRequest.Builder request) {
    try (OwnerSocket socket = OwnerSocket.connect(temporary.resolve("desk-1"))) {
      return socket.ask(request.build()).getStatus();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
