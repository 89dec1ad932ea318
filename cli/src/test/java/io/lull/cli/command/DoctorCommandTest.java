package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is found is told by area, and decides the exit code. */
class DoctorCommandTest {
  @TempDir private Path folder;

  @Test
  void whoNeverLoggedInIsToldSo() {
    final Terminal terminal = new Terminal(null, folder).type("doctor");
    assertThat(terminal.code()).isEqualTo(1);
    assertThat(terminal.out())
        .startsWith("your login\n  fault login: you are not logged in – ask an administrator")
        .hasLineCount(2);
  }

  @Test
  void foldersThatAreNamedAreExamined() throws IOException {
    Files.createDirectories(folder.resolve("coordinator"));
    final Terminal terminal =
        new Terminal(null, folder)
            .type("doctor --agent-data agent --coordinator-data coordinator --json");
    assertThat(terminal.code()).isEqualTo(1);
    final JsonNode findings = new ObjectMapper().readTree(terminal.out());
    assertThat(findings.get(0).get("area").textValue()).isEqualTo("agent");
    assertThat(findings.get(0).get("grade").textValue()).isEqualTo("fault");
    assertThat(findings.get(1).get("area").textValue()).isEqualTo("coordinator");
    assertThat(findings.get(1).get("text").textValue()).startsWith("no coordinator runs with");
    assertThat(findings.get(2).get("subject").textValue()).isEqualTo("disk");
    assertThat(findings.get(2).get("remedy").isNull()).isTrue();
  }
}
