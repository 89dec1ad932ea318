package io.lull.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.grpc.Status;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import io.lull.testkit.grid.FakeGrid;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopCommandTest {
  @TempDir private Path folder = Path.of("");

  private FakeGrid grid;
  private Terminal terminal;

  @BeforeEach
  void start() throws IOException {
    grid = new FakeGrid("top");
    terminal = new Terminal(grid, folder);
    grid.jobs.put("J1", JobView.newBuilder().setId("J1").setState("running").build());
    grid.nodes.add(
        NodeView.newBuilder().setName("ada").setState("running").setJob("J1").setCores(8).build());
    grid.nodes.add(NodeView.newBuilder().setName("bob").setState("owner").setCores(4).build());
  }

  @AfterEach
  void stop() {
    grid.close();
  }

  @Test
  void printsOnePage() {
    terminal.type("top --once");
    assertThat(terminal.code()).isZero();
    assertThat(terminal.out().lines())
        .contains(" nodes    2   1 running · 1 owner")
        .anyMatch(line -> line.startsWith(" J1"))
        .anyMatch(line -> line.startsWith(" ada"));
    assertThat(terminal.out()).doesNotContain("\u001b");
  }

  @Test
  void printsOneDocument() throws IOException {
    terminal.type("top --json");
    assertThat(terminal.code()).isZero();
    final JsonNode document = new ObjectMapper().readTree(terminal.out());
    assertThat(document.get("nodesByState").get("running").asInt()).isEqualTo(1);
    assertThat(document.get("nodesByState").get("offline").asInt()).isZero();
    assertThat(document.get("jobsByState").get("running").asInt()).isEqualTo(1);
    assertThat(document.get("cores").get("atWork").asInt()).isEqualTo(8);
    assertThat(document.get("cores").get("withOwners").asInt()).isEqualTo(4);
    assertThat(document.get("jobs").get(0).get("id").asText()).isEqualTo("J1");
    assertThat(document.get("nodes").get(0).get("name").asText()).isEqualTo("ada");
    assertThat(document.get("at").asText()).endsWith("Z");
  }

  @Test
  void aCoordinatorThatDoesNotAnswerAtTheStartIsToldAsElsewhere() {
    grid.failure = Status.UNAVAILABLE.withDescription("down");
    terminal.type("top --once");
    assertThat(terminal.code()).isEqualTo(3);
    assertThat(terminal.err().lines()).hasSize(1);
  }
}
