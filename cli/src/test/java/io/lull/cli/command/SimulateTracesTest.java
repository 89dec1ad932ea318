package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several traces in one simulation. */
class SimulateTracesTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void theOrderInWhichTracesAreGivenHasNoMeaning() throws IOException {
    final String head = "machine,start_s,end_s,state\n";
    Files.writeString(
        folder.resolve("lab.csv"), head + "pc1,0,90000,A\npc1,90000,99000,U\npc1,99000,170000,A\n");
    Files.writeString(
        folder.resolve("office.csv"),
        head + "pc1,0,40000,A\npc1,40000,90000,U\npc2,900,170000,A\n");
    final Terminal terminal = new Terminal(null, folder);
    final String jobs = " --workload count=20,processors=3,run=20m,gap=30m --json ";
    terminal.type("simulate run --trace lab.csv office.csv" + jobs + "one.json");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    terminal.type("simulate run --trace office.csv lab.csv" + jobs + "another.json");
    assertThat(terminal.code()).as(terminal.err()).isZero();
    assertThat(folder.resolve("another.json"))
        .hasBinaryContent(Files.readAllBytes(folder.resolve("one.json")));
  }
}
