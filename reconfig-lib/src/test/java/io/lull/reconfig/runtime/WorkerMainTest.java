package io.lull.reconfig.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.End;
import io.lull.protocol.wire.OtherProgram;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker that cannot run what it is welcomed to says so in one sentence. */
@Timeout(60)
final class WorkerMainTest {
  private static String refusalOf(Welcome welcome) throws Exception {
    final ByteArrayOutputStream orders = new ByteArrayOutputStream();
    Frames.write(orders, WorkerOrder.newBuilder().setWelcome(welcome).build());
    Frames.write(orders, WorkerOrder.newBuilder().setEnd(End.getDefaultInstance()).build());
    final ByteArrayOutputStream reports = new ByteArrayOutputStream();
    final int exitCode =
        WorkerMain.run(
            new ByteArrayInputStream(orders.toByteArray()),
            reports,
            SystemClock.INSTANCE,
            Duration.ZERO,
            () -> {});
    assertThat(exitCode).isEqualTo(1);
    final WorkerReport report =
        Objects.requireNonNull(
            Frames.read(new ByteArrayInputStream(reports.toByteArray()), WorkerReport.parser()));
    return report.getFailed().getError();
  }

  @Test
  void aKindOfProgramThatItDoesNotKnow() throws Exception {
    assertThat(
            refusalOf(
                Welcome.newBuilder()
                    .setMainClass("example.Counters")
                    .setOther(OtherProgram.newBuilder().setKind("counters"))
                    .build()))
        .isEqualTo(
            "this runtime runs grid, fork-join and message programs and bags, and none of kind"
                + " counters: give the job the runtime that does");
  }

  @Test
  void aClassThatIsNotThere() throws Exception {
    assertThat(refusalOf(Welcome.newBuilder().setMainClass("example.Missing").build()))
        .startsWith("the program's class example.Missing cannot be used");
  }
}
