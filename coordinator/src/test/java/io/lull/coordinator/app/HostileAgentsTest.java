package io.lull.coordinator.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.lull.coordinator.session.GrpcNodeSession;
import io.lull.protocol.transport.Identity;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.HeldPiece;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.JobRequest;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeRequest;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.RunningWorker;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.time.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an agent can do that lies, or never stops talking: spoil its own node's name. */
@Tag("hostile")
class HostileAgentsTest {
  private static final int ROUNDS = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private Rig rig;
  private Identity admin;
  private GoodPeople good;
  private final AtomicBoolean going = new AtomicBoolean(true);

  @BeforeEach
  void start() throws Exception {
    rig = new Rig(folder);
    admin = rig.administrator();
    good = GoodPeople.of(rig, admin);
  }

  @AfterEach
  void stop() {
    going.set(false);
    try {
      GoodPeople.assertMemoryIsBounded();
    } finally {
      rig.close();
    }
  }

  private ManagedChannel node(String name) throws Exception {
    return rig.channel(rig.enrol(rig.token(admin, "node"), name).identity());
  }

  private NodeView seen(String name) {
    return Rig.grid(rig.channel(admin)).getNode(NodeRequest.newBuilder().setName(name).build());
  }

  @Test
  void numbersThatCannotBeAreBroughtWithinWhatCan() throws Exception {
    final NodeStatus status =
        FakeAgent.status().toBuilder()
            .setOwnerCpu(Double.NaN)
            .setGuestCpu(Double.POSITIVE_INFINITY)
            .setSpeed(Double.NaN)
            .setSinceEpochMillis(Long.MIN_VALUE)
            .setGraceLeftMillis(Long.MAX_VALUE)
            .setReason("r".repeat(1 << 20))
            .addAllLabels(IntStream.range(0, 10_000).mapToObj(i -> "l" + i + "=x").toList())
            .build();
    final FakeAgent agent =
        FakeAgent.connect(
            node("liar"),
            Hello.newBuilder()
                .setIncarnation("run-1")
                .setFacts(
                    NodeFacts.newBuilder()
                        .setCores(Integer.MAX_VALUE)
                        .setMemoryBytes(Long.MAX_VALUE)
                        .setSpeed(Double.MAX_VALUE)
                        .setPiecePort(-1)
                        .setHost("127.0.0.1"))
                .setStatus(status)
                .build());
    agent.awaits("Accepted", AgentOrder::hasAccepted);
    agent.say(AgentReport.newBuilder().setStatus(status).build());

    good.areAnswered();

    final NodeView seen = seen("liar");
    assertThat(seen.getCores()).isEqualTo(4096);
    assertThat(seen.getSpeed()).isEqualTo(1000);
    assertThat(seen.getOwnerCpu()).isZero();
    assertThat(seen.getReason()).hasSize(1000);
    assertThat(seen.getLabelsCount()).isEqualTo(64);
  }

  @Test
  void aGreetingOfEndlessPiecesIsNotTaken() throws Exception {
    final Hello.Builder hello =
        Hello.newBuilder().setIncarnation("run-1").setStatus(FakeAgent.status());
    for (int i = 0; i < 50_000; i++) {
      hello.addPieces(HeldPiece.newBuilder().setJob("J" + (i + 100)).setGeneration(i));
    }
    final FakeAgent agent = FakeAgent.connect(node("liar"), hello.build());
    good.areAnswered();
    assertThat(agent.awaitsEnd().getDescription())
        .contains("at most 1000 workers and 20000 pieces");
  }

  @Test
  void whatItSaysOfOthersWorkersIsNotBelieved() throws Exception {
    final FakeAgent honest =
        FakeAgent.connect(
            node("honest"),
            Hello.newBuilder()
                .setIncarnation("run-1")
                .setFacts(NodeFacts.newBuilder().setCores(64).setMemoryBytes(8L << 30).setSpeed(1))
                .setStatus(FakeAgent.status())
                .build());
    honest.awaits("Accepted", AgentOrder::hasAccepted);
    final JobRequest job =
        JobRequest.newBuilder()
            .setJob(
                Rig.grid(rig.channel(admin))
                    .submit(Rig.JACOBI.toBuilder().setRequire("cores >= 64").build())
                    .getJob())
            .build();
    final StartWorker start =
        honest.awaits("StartWorker", AgentOrder::hasStartWorker).getStartWorker();
    honest.say(Rig.ready(1, job.getJob(), start.getWorker()));
    honest.awaits("its acknowledgement", order -> order.getAcknowledged() >= 1);
    final FakeAgent liar =
        FakeAgent.connect(
            node("liar"),
            Hello.newBuilder()
                .setIncarnation("run-1")
                .setStatus(FakeAgent.status().toBuilder().setWilling(false).setState("owner"))
                .addWorkers(
                    RunningWorker.newBuilder()
                        .setWorker(start.getWorker())
                        .setJob(job.getJob())
                        .setHost("127.0.0.9")
                        .setPort(9))
                .build());
    liar.awaits("Accepted", AgentOrder::hasAccepted);

    final List<AgentReport.Builder> lies = lies(job.getJob(), start.getWorker());
    for (int i = 0; i < lies.size(); i++) {
      liar.say(lies.get(i).setSequence(i + 1).build());
    }

    liar.awaits("an acknowledgement of all", order -> order.getAcknowledged() == lies.size());
    final var seen = Rig.grid(rig.channel(admin)).getJob(job);
    assertThat(seen.getState()).isEqualTo("starting");
    assertThat(seen.getWorkersList()).extracting(worker -> worker.getNode()).containsOnly("honest");
    assertThat(seen.getError()).isEmpty();
    assertThat(seen.getOutputsList()).isEmpty();
    good.areAnswered();
  }

  private static List<AgentReport.Builder> lies(String job, String worker) {
    final int future = Integer.MAX_VALUE;
    return List.of(
        AgentReport.newBuilder()
            .setWorkerEnded(
                WorkerEnded.newBuilder().setJob(job).setWorker(worker).setReason("it is dead")),
        AgentReport.newBuilder()
            .setFromWorker(
                FromWorker.newBuilder()
                    .setJob(job)
                    .setWorker(worker)
                    .setReport(
                        WorkerReport.newBuilder()
                            .setProgress(Progress.newBuilder().setEpoch(Long.MAX_VALUE)))),
        AgentReport.newBuilder()
            .setPieceDurable(
                PieceDurable.newBuilder().setJob(job).setGeneration(1).setRank(-1).setBytes(7)),
        AgentReport.newBuilder()
            .setParityMade(ParityMade.newBuilder().setJob(job).setGeneration(future).setRank(9)),
        AgentReport.newBuilder()
            .setPieceRebuilt(PieceRebuilt.newBuilder().setJob(job).setGeneration(1).setRank(-9)),
        AgentReport.newBuilder()
            .setPiecesStaged(
                PiecesStaged.newBuilder().setJob(job).setWorker(worker).setGeneration(future)),
        AgentReport.newBuilder()
            .setCodingProgress(CodingProgress.newBuilder().setJob(job).setRank(-1)),
        AgentReport.newBuilder()
            .setOutputsStored(OutputsStored.newBuilder().setJob(job).setWorker(worker)),
        AgentReport.newBuilder()
            .setFromWorker(
                FromWorker.newBuilder()
                    .setJob("J99999999999")
                    .setWorker("nobody's")
                    .setReport(WorkerReport.getDefaultInstance())));
  }

  @Test
  void anAgentThatNeverStopsTalkingIsHeldUp() throws Exception {
    final long connectedNanos = System.nanoTime();
    final FakeAgent talker = FakeAgent.connect(node("talker"), "run-1", List.of());
    talker.awaits("Accepted", AgentOrder::hasAccepted);
    Thread.ofVirtual()
        .start(() -> {
          long sequence = 0;
          while (going.get()) {
            if (talker.isReady()) {
              sequence++;
              talker.say(
                  AgentReport.newBuilder()
                      .setSequence(sequence)
                      .setWorkerEnded(WorkerEnded.newBuilder().setJob("J9").setWorker("w"))
                      .build());
              talker.say(
                  AgentReport.newBuilder()
                      .setStatus(
                          FakeAgent.status().toBuilder()
                              .setState(sequence % 2 == 0 ? "available" : "owner"))
                      .build());
            } else {
              Thread.onSpinWait();
            }
          }
        });
    for (int i = 0; i < ROUNDS; i++) {
      good.areAnswered();
    }
    // Each of its numbered reports comes with a new state.
    Eventually.await(
        "all that it may say at once is taken",
        PATIENCE,
        () -> talker.acknowledged() >= GrpcNodeSession.TURNS.atOnce() / 2);
    final long taken = talker.acknowledged();
    final double seconds = (System.nanoTime() - connectedNanos) / 1e9;
    assertThat((double) taken)
        .as("reports taken in %.1f s", seconds)
        .isLessThanOrEqualTo(
            2 + GrpcNodeSession.TURNS.atOnce() + seconds * GrpcNodeSession.TURNS.perSecond());
  }
}
