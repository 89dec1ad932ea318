package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.protocol.wire.JobView;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job's output files are listed and fetched. */
class OutputsCommandTest {
  @TempDir private Path folder = Path.of("");
  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("outputs");
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  private static JobView job(String state) {
    return JobView.newBuilder().setId("J1").setState(state).build();
  }

  @Test
  void aJobHasOutputsWhenItHasEnded() {
    grid.jobs.put("J1", job("running"));
    terminal.type("outputs J1");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.err())
        .isEqualTo("lull: J1 is running: it has outputs when it has ended (lull wait J1)\n");
    grid.jobs.put("J1", job("finished"));
    assertThat(terminal.type("outputs J1").out()).isEqualTo("J1 has no outputs.\n");
  }

  @Test
  void outputsAreListedOrFetched() throws IOException {
    grid.outputs.put("a.txt", "hello".getBytes(StandardCharsets.UTF_8));
    assertThat(terminal.type("outputs J1").out()).contains("a.txt", "5 B");
    terminal.type("outputs J1 --to here --json");
    final JsonNode list = new ObjectMapper().readTree(terminal.out());
    assertThat(list.get("files").get(0).get("path").textValue()).endsWith("/here/a.txt");
    assertThat(folder.resolve("here/a.txt")).hasContent("hello");
  }

  @Test
  void oneOutputOfSeveralIsFetched() {
    grid.outputs.put("a.txt", "hello".getBytes(StandardCharsets.UTF_8));
    grid.outputs.put("b.txt", "hello".getBytes(StandardCharsets.UTF_8));
    terminal.type("outputs J1 --to here --file b.txt");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(folder.resolve("here/b.txt")).exists();
    assertThat(folder.resolve("here/a.txt")).doesNotExist();
    terminal.type("outputs J1 --file c.txt");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err())
        .isEqualTo("lull: --file: J1 has no output named 'c.txt': lull outputs J1 lists them\n");
  }

  @Test
  void aDamagedOutputLeavesNothingBehind() throws IOException {
    grid.outputs.put("a.txt", "hello".getBytes(StandardCharsets.UTF_8));
    grid.damage = new byte[] {1};
    terminal.type("outputs J1 --to here");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.err()).contains("a.txt arrived damaged");
    try (var files = Files.list(folder.resolve("here"))) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void anOutputsNameNeverLeadsOutOfTheFolder() {
    grid.outputs.put("../a.txt", new byte[1]);
    terminal.type("outputs J1 --to here");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(folder.resolve("a.txt")).doesNotExist();
  }
}
