package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has used how much. */
class AccountingCommandTest {
  @TempDir private Path folder;
  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("accounting");
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  @Test
  void monthsAreToldByUser() {
    terminal.type("accounting");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "MONTH USER NODE-HOURS", "2026-10 ada 2.50", "2026-11 ada 1.00", "2026-11 bob 0.50");
    assertThat(terminal.type("accounting --since 2026-11 --user ada --csv").out())
        .isEqualTo("month,user,node_hours\n2026-11,ada,1.00\n");
    assertThat(terminal.type("accounting --since 2027-01").out()).isEqualTo("Nothing was used.\n");
  }

  @Test
  void jobsAreToldOneByOne() throws IOException {
    terminal.type("accounting --jobs --json");
    final JsonNode jobs = new ObjectMapper().readTree(terminal.out());
    assertThat(jobs.get(0).get("job").textValue()).isEqualTo("J7");
    assertThat(jobs.get(0).get("nodeSeconds").doubleValue()).isEqualTo(5400);
    assertThat(jobs.get(0).get("finishedAt").isNull()).isTrue();
    assertThat(terminal.err()).contains("There are older ones");
    assertThat(terminal.type("accounting --jobs --csv").out())
        .isEqualTo(
            "job,user,state,submitted_at,node_hours\nJ7,ada,running,1970-01-01T00:00:01Z,1.50\n");
  }
}
