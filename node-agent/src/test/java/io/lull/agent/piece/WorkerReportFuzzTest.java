package io.lull.agent.piece;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.session.ReportRouter;
import io.lull.agent.fake.TestAuthority;
import io.lull.agent.network.EventLoop;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.KeepPiece;
import io.lull.protocol.wire.PieceWritten;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.random.Fuzzer;
import io.lull.testkit.random.Seed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a worker reports, whoever wrote its program: its agent takes no harm. */
final class WorkerReportFuzzTest {
  private static final byte[] BYTES = {1, 2, 3};

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  @TempDir private Path folder;

  @Test
  void damagedReportsAreRefusedOrDoNoHarm() throws Exception {
    try (EventLoop loop = EventLoop.start("network");
        PieceDesk desk = new PieceDesk("n1", folder, new TestAuthority("lull"), loop)) {
      final Path secret = Files.write(desk.worker.root().resolve("g1-r0.piece"), BYTES);
      final PieceWritten written = desk.writes(new PieceId(PieceDesk.JOB, 1, 0), BYTES);
      final ByteArrayOutputStream said = new ByteArrayOutputStream();
      say(said, WorkerReport.newBuilder().setReady(Ready.newBuilder().setHost("h").setPort(9)));
      say(said, WorkerReport.newBuilder().setPieceWritten(written));
      for (int generation = 1; generation < 4; generation++) {
        keep(desk, generation);
      }

      new Fuzzer(seed, "reports of a worker")
          .samples(said.toByteArray())
          .refusals(IOException.class)
          .run(input -> take(desk, input));

      assertThat(secret).hasBinaryContent(BYTES);
      desk.durable();
      keep(desk, 1000);
      desk.keeper.written(desk.workerId(), desk.writes(new PieceId(PieceDesk.JOB, 1000, 0), BYTES));
      while (desk.durable().getGeneration() != 1000) {
        // Of an earlier report, such as it was.
      }
      assertThat(desk.store.find(new PieceId(PieceDesk.JOB, 1000, 0))).isPresent();
    }
  }

  private static void keep(PieceDesk desk, long generation) {
    desk.keeper.keep(
        KeepPiece.newBuilder()
            .setJob(PieceDesk.JOB)
            .setWorker(desk.workerId())
            .setGeneration(generation)
            .build());
  }

  private static void say(ByteArrayOutputStream out, WorkerReport.Builder report)
      throws IOException {
    Frames.write(out, report.build());
  }

  /** As the thread does that reads a worker's reports. */
  private static void take(PieceDesk desk, byte[] input) throws IOException {
    final ByteArrayInputStream in = new ByteArrayInputStream(input);
    @Nullable WorkerReport report = Frames.read(in, WorkerReport.parser());
    while (report != null) {
      final FromWorker from =
          FromWorker.newBuilder()
              .setJob(PieceDesk.JOB)
              .setWorker(desk.workerId())
              .setReport(report)
              .build();
      assertThat(ReportRouter.toOwner(AgentReport.newBuilder().setFromWorker(from))).isNotNull();
      assertThat(ReportRouter.toSession(AgentReport.newBuilder().setFromWorker(from))).isNotNull();
      if (report.hasPieceWritten()) {
        desk.keeper.written(desk.workerId(), report.getPieceWritten());
      }
      report = Frames.read(in, WorkerReport.parser());
    }
  }
}
