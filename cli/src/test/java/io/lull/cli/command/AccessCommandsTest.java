package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grpc.Status;
import io.lull.protocol.wire.AuditEntry;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What administrators type to put somebody out and to see who did what. */
class AccessCommandsTest {
  @TempDir private Path folder;
  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("access");
    terminal = new Terminal(grid, folder);
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  private JsonNode json(String command) throws IOException {
    terminal.type(command);
    assertThat(terminal.code()).as(terminal.err()).isZero();
    return new ObjectMapper().readTree(terminal.out());
  }

  @Test
  void putsSomebodyOutAndListsThem() throws IOException {
    assertThat(terminal.type("revoked").out()).startsWith("Nothing was revoked.");
    assertThat(terminal.type("revoke pc1").out()).isEqualTo("pc1 (node) is revoked.\n");
    assertThat(json("revoke ada@office --role USER --json").get("role").textValue())
        .isEqualTo("user");
    assertThat(json("revoked --json").get(1).get("by").textValue()).isEqualTo("ann");
    assertThat(terminal.type("revoked").out().lines().toList().get(1))
        .startsWith("pc1         node  1970-01-01 00:00:01  ann");
  }

  @Test
  void saysHowMuchUsersMayHaveAtATime() throws IOException {
    assertThat(terminal.type("limit").out())
        .isEqualTo(
            "Everybody may have any number of machines and any number of running jobs at a"
                + " time.\n");
    assertThat(terminal.type("limit ada --nodes 20 --jobs none").out().lines().toList().get(2))
        .matches("ada +20 +none +1970-01-01 00:00:01 +ann *");
    assertThat(terminal.type("limit --everybody --jobs 1").out())
        .startsWith("Everybody may have any number of machines and 1 running job at a time.\n");
    final JsonNode limits = json("limit bob --nodes 3 --json");
    assertThat(limits.get("everybody").get("jobs").intValue()).isEqualTo(1);
    assertThat(limits.get("limits").get(1).get("user").textValue()).isEqualTo("bob");
    assertThat(limits.get("limits").get(1).get("nodes").intValue()).isEqualTo(3);
    assertThat(limits.get("limits").get(1).get("jobs").isNull()).as("as everybody").isTrue();
    assertThat(json("limit bob --usual --json").get("limits")).isEmpty();
  }

  @Test
  void saysUpToWhichPriorityWhomMayAsk() throws IOException {
    assertThat(terminal.type("priority").out())
        .isEqualTo("Everybody may use a priority of up to 50.\n");
    assertThat(terminal.type("priority ada 80").out().lines().toList().get(2))
        .startsWith("ada")
        .contains("80", "ann");
    assertThat(json("priority --everybody -10 --json").get("everybody").intValue()).isEqualTo(-10);
    assertThat(json("priority bob -5 --json").get("limits").get(1).get("greatest").intValue())
        .isEqualTo(-5);
    for (final String command :
        new String[] {
          "priority ada",
          "priority ada high",
          "priority ada 101",
          "priority --everybody 5 ada",
          "priority --jsn",
          "priority ada 5 6"
        }) {
      terminal.type(command);
      assertThat(terminal.code()).as(command).isEqualTo(2);
      assertThat(terminal.err().lines()).as(command).hasSize(1);
    }
  }

  @Test
  void refusesWhatCannotBeANameOrARole() {
    for (final String command :
        new String[] {"revoke", "revoke /etc/passwd", "revoke pc1 --role owner"}) {
      terminal.type(command);
      assertThat(terminal.code()).as(command).isEqualTo(2);
      assertThat(terminal.err().lines()).hasSize(1);
    }
  }

  @Test
  void saysWhyTheLastAdministratorStays() {
    grid.failure =
        Status.INVALID_ARGUMENT.withDescription(
            "'root' is the last administrator: enrol another …");
    terminal.type("revoke root");
    assertThat(terminal.code()).isEqualTo(2);
    assertThat(terminal.err()).startsWith("lull: 'root' is the last administrator");
  }

  @Test
  void tellsWhoDidWhatFromWhere() throws IOException {
    assertThat(terminal.type("audit").out()).startsWith("Nothing was recorded in this period.");
    grid.audit.add(
        AuditEntry.newBuilder()
            .setAt(1000)
            .setWho("ada")
            .setRole("user")
            .setHost("10.0.0.1")
            .setAction("cancel")
            .setSubject("J7")
            .setOutcome("refused")
            .setDetail("job J7 belongs to bob")
            .build());
    assertThat(terminal.type("audit --since 2h").out().lines().toList().get(1))
        .isEqualTo(
            "1970-01-01 00:00:01  ada  10.0.0.1  cancel  J7  refused  job J7 belongs to bob");
    final JsonNode entry = json("audit --json").get("entries").get(0);
    assertThat(entry.get("outcome").textValue()).isEqualTo("refused");
    assertThat(entry.get("at").textValue()).isEqualTo("1970-01-01T00:00:01Z");
    terminal.type("audit --since yesterday");
    assertThat(terminal.code()).isEqualTo(2);
  }
}
