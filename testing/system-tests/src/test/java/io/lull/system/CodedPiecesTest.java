package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Machines that end at once, more than a second copy would outlive. */
@Tag("system")
@Tag("nightly")
class CodedPiecesTest {
  private static final int SIZE = 201;
  private static final int ITERATIONS = 300;
  private static final Duration JOB = Duration.ofMinutes(3);

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  @BeforeEach
  void watch() {
    leftovers.watch(folder);
  }

  @Test
  void twoOfFourMachinesDieAtOnceAndTheOtherTwoGoOnFromTheLastCheckpoint() throws IOException {
    try (TestGrid grid = new TestGrid(folder, Place.HERE)) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      final Path away = Files.writeString(folder.resolve("away.script"), "0 mains\n");
      final List<TestAgent> agents = new ArrayList<>();
      for (int i = 1; i <= 4; i++) {
        agents.add(grid.startAgent("pc" + i, Place.HERE, Map.of(), "script:" + away));
      }
      final String job =
          grid.submitJacobi(SIZE, ITERATIONS, "25ms", "2:4", "--checkpoint", "1s", "--code", "2:4");
      grid.awaitJob(
          job, "is coded over four machines", TestGrid.AS_A_GUEST, CodedPiecesTest::codedOverFour);
      piecesAreReadWithTheJobsKeyOnly(grid, job, agents);

      for (final TestAgent agent : List.of(agents.get(1), agents.get(3))) {
        final RunningProgram program = agent.program();
        program.killFamily();
        program.close();
      }

      final JsonNode ended = grid.awaitRightResult(job, SIZE, ITERATIONS, JOB);
      assertThat(ended.path("checkpoints").path("code").asText()).isEqualTo("2:4");
      assertThat(TestGrid.events(ended, "recover"))
          .anySatisfy(event -> {
            assertThat(event.path("outcome").asText())
                .matches("done; rebuilt from parity: rank \\d, rank \\d");
            assertThat(event.path("safePoint").asLong()).isPositive();
          });
      // The next agent on this machine removes what the dead ones left of their control groups.
      grid.startAgent("pc5", Place.HERE, Map.of(), "script:" + away);
    }
  }

  private void piecesAreReadWithTheJobsKeyOnly(TestGrid grid, String job, List<TestAgent> agents)
      throws IOException {
    final Path key = folder.resolve("job.key");
    grid.ask("checkpoint", "key", job, "--output", key.toString()).good();
    export(grid, agents, "without", 2, "--json")
        .refused(2, "the checkpoints of " + job + " are encrypted: give --key FILE");
    final JsonNode exported =
        export(grid, agents, "with", 0, "--json", "--key", key.toString()).good().json();
    assertThat(exported.path("encrypted").asBoolean()).isTrue();
    final JsonNode cells = exported.path("grids").path(0);
    assertThat(Path.of(exported.path("files").path(0).asText()))
        .hasSize(cells.path("rows").asLong() * cells.path("columns").asLong() * Double.BYTES);
  }

  /** While it is tried, a newer generation may replace the one that was found. */
  private Outcome export(
      TestGrid grid, List<TestAgent> agents, String name, int code, String... more) {
    final AtomicInteger tries = new AtomicInteger();
    return Eventually.get(
        "the job's checkpoint is exported, or refused",
        TestGrid.SOON,
        () -> {
          final List<String> command = new ArrayList<>(List.of("checkpoint", "export"));
          agents.forEach(agent -> command.add(agent.data().toString()));
          command.add("--to");
          command.add(folder.resolve(name + tries.incrementAndGet()).toString());
          command.addAll(List.of(more));
          final Outcome outcome = grid.ask(command.toArray(String[]::new));
          return outcome.exitCode() == code ? outcome : null;
        });
  }

  private static boolean codedOverFour(JsonNode job) {
    return TestGrid.events(job, "checkpoint").stream()
        .anyMatch(event ->
            event.path("to").asInt() == 4 && event.path("outcome").asText().equals("done"));
  }
}
