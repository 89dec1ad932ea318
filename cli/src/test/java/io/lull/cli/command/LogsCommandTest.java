package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.lull.protocol.wire.JobView;
import io.lull.testkit.grid.FakeGrid;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that is looked at again and again. */
class LogsCommandTest {
  private static final JobView RUNNING =
      JobView.newBuilder().setId("J1").setState("running").build();
  private static final JobView FINISHED = RUNNING.toBuilder().setState("finished").build();

  private static final Status GONE = Status.UNAVAILABLE.withDescription("going down");

  @TempDir private Path folder = Path.of("");

  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("logs");
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  @Test
  void itIsFollowedUntilTheJobHasEnded() throws InterruptedException {
    grid.log = "";
    grid.jobs.put("J1", RUNNING);
    final Thread office =
        Thread.ofVirtual()
            .start(() -> {
              typed("--- J1-w1 on pc1, which runs now\na\n");
              typed("--- J1-w1 on pc1, which runs now\na\nb\n");
              grid.log = "a\nb\niterations 500\n";
              grid.jobs.put("J1", FINISHED);
            });
    terminal.type("logs J1 --follow");
    office.join();
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out())
        .isEqualTo(
            """
            --- J1-w1 on pc1, which runs now
            a
            b
            --- J1-w1, final log
            iterations 500
            """);
  }

  /** Somebody who looks sees this, and has. */
  private void typed(String log) {
    grid.log = log;
    Eventually.await(
        "the last line is printed",
        Duration.ofSeconds(30),
        () -> terminal.out().endsWith(log.substring(log.lastIndexOf('\n', log.length() - 2) + 1)));
  }

  @Test
  void aCoordinatorThatGoesMeanwhileIsWaitedFor() throws InterruptedException {
    grid.log = "";
    grid.jobs.put("J1", RUNNING);
    final Thread office =
        Thread.ofVirtual()
            .start(() -> {
              typed("--- J1-w1 on pc1, which runs now\na\n");
              grid.failure = GONE;
              Eventually.await(
                  "it is missed",
                  Duration.ofSeconds(30),
                  () -> terminal.err().contains("; waiting for it"));
              grid.log = "a\nb\n";
              grid.jobs.put("J1", FINISHED);
              grid.failure = null;
            });
    terminal.type("logs J1 --follow");
    office.join();
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out()).endsWith("b\n");
    assertThat(terminal.err().lines()).hasSize(1);
  }

  @Test
  void aCoordinatorThatWasNeverHeardIsNotWaitedFor() {
    grid.failure = GONE;
    terminal.type("logs J1 --follow");
    assertThat(terminal.code()).isEqualTo(3);
    assertThat(terminal.err().lines()).singleElement().asString().doesNotContain("waiting for it");
  }

  @Test
  void aJobThatThereIsNotCannotBeFollowed() {
    terminal.type("logs J7 --follow");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).contains("there is no such thing");
  }
}
