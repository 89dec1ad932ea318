package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {
  @TempDir private Path folder;
  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("export");
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  @Test
  void whereNoJobHasEndedNoFileIsWritten() {
    terminal.type("export jobs --since 1d --to jobs.swf");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.err()).contains("no job that was submitted since then has run and ended");
    assertThat(folder.resolve("jobs.swf")).doesNotExist();
  }

  @Test
  void badUsageIsOneLine() {
    terminal.type("export jobs --since soon --to jobs.swf");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).startsWith("lull: --since: ");
    terminal.type("export jobs --to .");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).contains("is a folder: give a file");
  }
}
