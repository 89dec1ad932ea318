package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.protocol.wire.JobView;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs are held, released, changed, submitted again, and tried out. */
class JobControlCommandsTest {
  @TempDir private Path folder;
  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("job-control");
    terminal = new Terminal(grid, folder);
    for (int number = 1; number <= 3; number++) {
      final String id = "J" + number;
      grid.jobs.put(id, JobView.newBuilder().setId(id).setState("queued").build());
      grid.jobs.put(id + "0", JobView.newBuilder().setId(id + "0").setState("queued").build());
    }
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  @Test
  void severalJobsAreHeldAndReleased() throws IOException {
    terminal.type("hold J1-J2 3");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out().lines())
        .containsExactly(
            "J1 queued: held by ann", "J2 queued: held by ann", "J3 queued: held by ann");
    terminal.type("release J1 --json");
    final JsonNode released = new ObjectMapper().readTree(terminal.out());
    assertThat(released.get("heldBy").isNull()).isTrue();
    terminal.type("job J2 --json");
    final JsonNode held = new ObjectMapper().readTree(terminal.out());
    assertThat(held.get("heldBy").textValue()).isEqualTo("ann");
    terminal.type("release J9 J2");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.out()).isEqualTo("J2 queued: waits for its turn\n");
    assertThat(terminal.err().lines()).hasSize(1).first().asString().startsWith("J9: ");
  }

  @Test
  void aJobsDataIsSharedOutAnew() {
    assertThat(terminal.type("rebalance 1").out()).isEqualTo("J1 reconfiguring\n");
    terminal.type("rebalance J9");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err().lines()).hasSize(1);
  }

  @Test
  void termsAreChangedOneByOne() throws IOException {
    terminal.type("change J1 --priority -5 --workers 2:16 --time-limit 90m --json");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    final JsonNode changed = new ObjectMapper().readTree(terminal.out());
    assertThat(changed.get("priority").intValue()).isEqualTo(-5);
    assertThat(changed.get("minWorkers").intValue()).isEqualTo(2);
    assertThat(changed.get("maxWorkers").intValue()).isEqualTo(16);
    assertThat(changed.get("timeLimitSeconds").doubleValue()).isEqualTo(5400);
    terminal.type("change J1 --time-limit none --json");
    final JsonNode unlimited = new ObjectMapper().readTree(terminal.out());
    assertThat(unlimited.get("timeLimitSeconds").isNull()).isTrue();
    assertThat(unlimited.get("priority").intValue()).isEqualTo(-5);
  }

  @Test
  void jobsAreSubmittedAgainWithAWarningWhereTheyWouldWait() {
    terminal.type("resubmit J1 J2");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out().lines())
        .containsExactly(
            "J10 submitted; lull job J10 --watch follows it",
            "J20 submitted; lull job J20 --watch follows it");
    grid.warning = "no node is connected";
    terminal.type("resubmit J3");
    assertThat(terminal.err()).isEqualTo("warning: J30 waits for nodes: no node is connected\n");
  }

  @Test
  void aDryRunSendsNoFileAndSubmitsNothing() throws IOException {
    final Path input = Files.writeString(folder.resolve("plates.txt"), "1 2 3");
    terminal.type("submit --command cat --each plates.txt --input plates.txt --dry-run");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out()).isEqualTo("the job waits\n");
    assertThat(grid.uploads).isEmpty();
    assertThat(grid.submitted).hasSize(1);
    assertThat(grid.submitted.getFirst().getInputs(0).getName())
        .isEqualTo(String.valueOf(input.getFileName()));
    assertThat(grid.submitted.getFirst().getInputs(0).getSha256()).isEmpty();
    terminal.type("submit --app jacobi --array 1-3 --param size=10{index} --dry-run");
    assertThat(terminal.out()).isEqualTo("of 3 jobs, the first:\nthe job waits\n");
    terminal.type("submit --app jacobi --dry-run --json");
    assertThat(new ObjectMapper().readTree(terminal.out()).get("reasons").get(0).textValue())
        .isEqualTo("the job waits");
  }
}
