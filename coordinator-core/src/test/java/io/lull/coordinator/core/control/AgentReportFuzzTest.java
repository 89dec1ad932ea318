package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.lull.coordinator.core.control.ControlRound.Outcome;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.session.RecordedSession;
import io.lull.coordinator.core.session.SessionProtocol;
import io.lull.coordinator.core.session.SessionProtocol.Heard;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.AtSafePoint;
import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.HeldPiece;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.LogTail;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.ParityMade;
import io.lull.protocol.wire.PieceDurable;
import io.lull.protocol.wire.PieceRebuilt;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.PiecesStaged;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Progress;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.Resumed;
import io.lull.protocol.wire.RunningWorker;
import io.lull.protocol.wire.Vacated;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an agent reports, whoever wrote it: rounds go on, and other nodes and jobs with them. */
final class AgentReportFuzzTest {
  private static final Duration BETWEEN_REPORTS = Duration.ofMillis(50);

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  private final VirtualClock clock = new VirtualClock();
  private final InMemoryRecordMaps maps = new InMemoryRecordMaps();
  private final ControlRound rounds =
      Controls.rounds(maps, new KeptHistory(), clock, new GridControl.Terms(1, false));

  private final GridControl control = rounds.grid();
  private final RecordedSession honest = new RecordedSession("honest", "honest", clock);
  private RecordedSession hostile = new RecordedSession("hostile", "hostile", clock);
  private SessionProtocol protocol = new SessionProtocol();
  private int jobs;
  private int connections;
  private long sequence;

  /** Against the protocol: the connection is closed. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
  }

  @Test
  void damagedReportsHarmNobodyElse() {
    control.connected(honest, hello("honest"));
    connections++;
    round();

    final Fuzzer.Result result =
        new Fuzzer(seed, "reports of an agent")
            .messages(reports().toArray(Message[]::new))
            .refusals(InvalidProtocolBufferException.class, Refused.class)
            .run(this::take);

    assertThat(result.accepted()).isGreaterThan(Fuzzer.INPUTS / 4);
    assertThat(honest.ended()).isFalse();
    assertThat(control.nodes().find("honest").orElseThrow().online).isTrue();
  }

  private void take(byte[] input) throws Exception {
    if (hostile.ended()) {
      reconnect();
    }
    final boolean busy = control.jobs().active().iterator().hasNext();
    if (!busy) {
      submit();
      round();
    }
    clock.advance(BETWEEN_REPORTS);
    honest.hear();
    final AgentReport said = AgentReport.parseFrom(input);
    if (SessionProtocol.complaint(said).isPresent()) {
      throw new Refused();
    }
    hostile.hear();
    final AgentReport numbered =
        said.getSequence() > 0 ? said.toBuilder().setSequence(++sequence).build() : said;
    switch (protocol.on(SessionProtocol.bounded(numbered))) {
      case Heard.Greeting(Hello hello) -> control.connected(hostile, hello);
      case Heard.Numbered(AgentReport report) -> control.reported(hostile, report);
      case Heard.Newest(String key, AgentReport report) -> {
        hostile.says(key, report);
        control.refreshed(hostile, key);
      }
      case Heard.Unknown() -> {}
      case Heard.Violation _ -> {
        control.disconnected(hostile);
        hostile.close("against the protocol");
        throw new Refused();
      }
    }
    round();
  }

  private void round() {
    control.tick();
    assertThat(rounds.run(List.of())).isInstanceOf(Outcome.Done.class);
    hostile.orders().clear();
    honest.orders().clear();
  }

  /** The first connection begins with the first sample, a greeting; each later one with its own. */
  private void reconnect() {
    connections++;
    sequence = 0;
    protocol = new SessionProtocol();
    hostile = new RecordedSession("hostile", "hostile", clock);
    final Hello hello = hello("hostile " + connections);
    protocol.on(AgentReport.newBuilder().setHello(hello).build());
    control.connected(hostile, hello);
  }

  private void submit() {
    jobs++;
    control
        .jobs()
        .add(
            Job.submitted(
                new JobTerms(
                    jobs,
                    "ada",
                    JobSpec.newBuilder()
                        .setApp("jacobi")
                        .setMainClass("io.lull.apps.Jacobi")
                        .setMinWorkers(1)
                        .setMaxWorkers(2)
                        .setCheckpoint("1s")
                        .build(),
                    DataPlane.getDefaultInstance(),
                    ByteString.EMPTY,
                    clock.epochMillis())));
  }

  private static Hello hello(String incarnation) {
    return Controls.hello(incarnation).toBuilder()
        .addWorkers(RunningWorker.newBuilder().setJob("J1").setWorker("J1-w9"))
        .addPieces(HeldPiece.newBuilder().setJob("J1").setGeneration(1).setBytes(10))
        .build();
  }

  private static List<AgentReport> reports() {
    final List<AgentReport> all = new ArrayList<>();
    all.add(AgentReport.newBuilder().setHello(hello("hostile")).build());
    all.add(
        AgentReport.newBuilder()
            .setStatus(NodeStatus.newBuilder().setState("owner").addLabels("room=1"))
            .build());
    all.add(
        AgentReport.newBuilder()
            .setLogTail(LogTail.newBuilder().setJob("J1").setWorker("J1-w1").setText("text"))
            .build());
    all.add(
        AgentReport.newBuilder()
            .setCodingProgress(CodingProgress.newBuilder().setJob("J1").setGeneration(1))
            .build());
    for (final WorkerReport.Builder report :
        List.of(
            WorkerReport.newBuilder().setReady(Ready.newBuilder().setHost("h").setPort(9)),
            WorkerReport.newBuilder().setAtSafePoint(AtSafePoint.newBuilder()),
            WorkerReport.newBuilder().setPrepared(Prepared.newBuilder()),
            WorkerReport.newBuilder().setResumed(Resumed.newBuilder()),
            WorkerReport.newBuilder().setCaptured(Captured.newBuilder()),
            WorkerReport.newBuilder()
                .setPieceWritten(PieceWritten.newBuilder().setGeneration(1).setFile("g1-r0.piece")),
            WorkerReport.newBuilder().setProgress(Progress.newBuilder()),
            WorkerReport.newBuilder().setCompleted(Completed.newBuilder()),
            WorkerReport.newBuilder().setFailed(Failed.newBuilder()))) {
      all.add(
          numbered()
              .setFromWorker(
                  FromWorker.newBuilder().setJob("J1").setWorker("J1-w1").setReport(report))
              .build());
    }
    all.add(
        numbered()
            .setWorkerEnded(WorkerEnded.newBuilder().setJob("J1").setWorker("J1-w1"))
            .build());
    all.add(
        numbered()
            .setPieceDurable(
                PieceDurable.newBuilder().setJob("J1").setGeneration(1).addHolders("hostile"))
            .build());
    all.add(
        numbered()
            .setPiecesStaged(PiecesStaged.newBuilder().setJob("J1").setWorker("J1-w1"))
            .build());
    all.add(
        numbered()
            .setOutputsStored(OutputsStored.newBuilder().setJob("J1").setWorker("J1-w1"))
            .build());
    all.add(numbered().setVacated(Vacated.newBuilder().setWorker("J1-w1").setMillis(3)).build());
    all.add(numbered().setParityMade(ParityMade.newBuilder().setJob("J1")).build());
    all.add(numbered().setPieceRebuilt(PieceRebuilt.newBuilder().setJob("J1")).build());
    return all;
  }

  private static AgentReport.Builder numbered() {
    return AgentReport.newBuilder().setSequence(1);
  }
}
