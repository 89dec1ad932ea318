package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class CheckpointKeyCommandTest {
  private static final String HEX =
      "0505050505050505050505050505050505050505050505050505050505050505";

  @TempDir private Path folder = Path.of("");
  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("keys");
    grid.pieceKey = new byte[32];
    Arrays.fill(grid.pieceKey, (byte) 5);
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  @Test
  void writesTheKeyToAFileAndNowhereElse() {
    terminal.type("checkpoint key 1 --output J1.key");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(terminal.out()).isEqualTo(folder.resolve("J1.key") + "\n");
    assertThat(folder.resolve("J1.key")).hasContent(HEX + "\n");
    assertThat(PieceKeyFile.read("--key", folder.resolve("J1.key"))).isNotNull();
    terminal.type("checkpoint key 1 --output other.key --json");
    assertThat(terminal.out()).contains("other.key").doesNotContain("0505");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theFileIsForItsUserAlone() throws IOException {
    terminal.type("checkpoint key 1 --output J1.key");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("J1.key"))))
        .isEqualTo("rw-------");
  }

  @Test
  void overwritesNothing() throws IOException {
    Files.writeString(folder.resolve("J1.key"), "mine");
    terminal.type("checkpoint key 1 --output J1.key");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).contains("J1.key already exists");
    assertThat(folder.resolve("J1.key")).hasContent("mine");
    terminal.type("checkpoint key 1 --output no/such/J1.key");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err().lines()).hasSize(1);
  }

  @Test
  void aJobWithoutAKeyIsSaid() {
    grid.pieceKey = new byte[0];
    terminal.type("checkpoint key 1 --output J1.key");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.err()).contains("J1 has no key");
    assertThat(folder.resolve("J1.key")).doesNotExist();
  }
}
