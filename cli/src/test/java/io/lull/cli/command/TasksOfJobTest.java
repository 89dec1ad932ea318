package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.TaskStatus;
import io.lull.protocol.wire.WorkerView;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of the tasks of a message program. */
class TasksOfJobTest {
  @TempDir private Path folder = Path.of("");

  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("tasks");
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  private void give(TaskStatus... tasks) {
    grid.jobs.put(
        "J1",
        JobView.newBuilder()
            .setId("J1")
            .setState("running")
            .addWorkers(
                WorkerView.newBuilder()
                    .setNode("ada")
                    .setState("computing")
                    .addAllTasks(List.of(tasks)))
            .build());
  }

  @Test
  void areATableAndInTheDocument() throws IOException {
    give(
        TaskStatus.newBuilder()
            .setTask(3)
            .setState("waiting")
            .setWaits("receive from task 5 with tag 7")
            .setIterations(12)
            .setSent(40)
            .setReceived(38)
            .setMoves(2)
            .build());
    assertThat(terminal.type("job J1").out())
        .containsPattern("TASK +NODE +STATE +ITERATIONS +SENT +RECEIVED +MOVES +WAITS TO")
        .containsPattern("3 +ada +waiting +12 +40 +38 +2 +receive from task 5 with tag 7");
    assertThat(
            new ObjectMapper()
                .readTree(terminal.type("job J1 --json").out())
                .at("/workers/0/tasks")
                .toString())
        .isEqualTo(
            "[{\"id\":3,\"state\":\"waiting\",\"waits\":\"receive from task 5 with tag"
                + " 7\",\"iterations\":12,\"sent\":40,\"received\":38,\"moves\":2}]");
  }

  @Test
  void ofVeryManyThoseWithTheLowestIdsAreShown() {
    give(
        LongStream.range(0, 100)
            .mapToObj(id -> TaskStatus.newBuilder().setTask(99 - id).setState("ended").build())
            .toArray(TaskStatus[]::new));
    assertThat(terminal.type("job J1").out())
        .containsPattern("(?m)^ *63 +ada +ended")
        .doesNotContainPattern("(?m)^ *64 +ada")
        .contains("… and 36 more: --json shows all");
  }
}
