package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A grid that works has no fault; of one that does not, each part says what to do. */
@Tag("system")
final class DoctorTest {
  private static final int FAULTS = 1;

  @TempDir private Path folder;

  @AfterEach
  void leavesNothingBehind() {
    final Leftovers leftovers = new Leftovers();
    leftovers.watch(folder);
    leftovers.check();
  }

  private static Outcome examine(TestGrid grid, TestAgent agent) {
    return grid.ask(
        "doctor",
        "--agent-data",
        agent.data().toString(),
        "--coordinator-data",
        grid.coordinatorData().toString(),
        "--json");
  }

  private static List<String> of(Outcome outcome, String grade) {
    final List<String> found = new ArrayList<>();
    for (final JsonNode finding : outcome.json()) {
      if (finding.path("grade").asText().equals(grade)) {
        found.add(
            finding.path("area").asText()
                + " "
                + finding.path("subject").asText()
                + ": "
                + finding.path("text").asText());
      }
    }
    return found;
  }

  @Test
  void itFindsNothingWhereAllIsWellAndWhatIsMissingElse() throws IOException {
    try (TestGrid grid = new TestGrid(folder, Place.HERE)) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      final String away = "script:" + Files.writeString(folder.resolve("away.script"), "0 mains\n");
      final TestAgent agent = grid.startAgent("pc1", Place.HERE, Map.of(), away);

      final Outcome well = examine(grid, agent).good();
      assertThat(of(well, "fault")).isEmpty();
      assertThat(of(well, "ok"))
          .contains(
              "login coordinator: it responds, and accepts you as an administrator",
              "login clock: it agrees with the coordinator's",
              "coordinator process: it runs");

      agent.program().close();
      final Outcome withoutAgent = examine(grid, agent);
      assertThat(withoutAgent.exitCode()).isEqualTo(FAULTS);
      assertThat(of(withoutAgent, "fault"))
          .singleElement()
          .asString()
          .startsWith("agent agent: no agent responds in " + agent.data());

      grid.coordinator().terminate();
      grid.coordinator().awaitExit(TestGrid.SOON);
      final Outcome dead = examine(grid, agent);
      assertThat(dead.exitCode()).isEqualTo(FAULTS);
      assertThat(of(dead, "fault"))
          .anyMatch(line -> line.startsWith("login network: nothing listens at " + grid.address()))
          .anyMatch(line -> line.startsWith("coordinator process: no coordinator runs with"));
    }
  }
}
