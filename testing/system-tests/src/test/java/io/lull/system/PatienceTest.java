package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.testkit.postgres.PostgresServer;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What is waited out: a coordinator that is not there yet or goes away, a node that is drained. */
@Tag("system")
@Tag("nightly")
class PatienceTest {

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  @Test
  void anAgentWaitsForACoordinatorThatIsNotThereYet() throws IOException {
    leftovers.watch(folder);
    try (TestGrid grid = new TestGrid(folder, Place.HERE)) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      final Path away = Files.writeString(folder.resolve("away.script"), "0 mains\n");
      final TestAgent first = grid.startAgent("pc1", Place.HERE, Map.of(), "script:" + away);
      first.program().close();
      assertThat(first.program().awaitExit(TestGrid.SOON)).isIn(0, 143);
      final RunningProgram stopped = grid.coordinator();
      stopped.close();

      final TestAgent waiting = grid.launchAgent("pc1", Place.HERE, Map.of(), "script:" + away);
      waiting.program().awaitLine("(?i)coordinator", TestGrid.SOON);
      assertThat(waiting.program().alive()).isTrue();
      grid.startCoordinator();
      waiting.program().awaitLine("agent pc1 ready", TestGrid.SOON);
      grid.awaitNode(
          "pc1", "is available", node -> node.path("state").asText().equals("available"));
    }
  }

  @Test
  void aCoordinatorWaitsForAStoreThatIsNotThereYetButNotForOneThatRefuses() {
    final Optional<String> why = PostgresServer.unavailable();
    assumeThat(why).as(why.orElse("")).isEmpty();
    leftovers.watch(folder);
    try (PostgresServer store = PostgresServer.start()) {
      final String database = store.newDatabase();
      store.kill();
      try (RunningProgram coordinator = coordinator(database)) {
        coordinator.awaitLine(
            "waiting for the store: the database 127\\.0\\.0\\.1:\\d+/lull1 cannot be opened:"
                + " Connection refused",
            TestGrid.SOON);
        store.startAgain();
        coordinator.awaitLine("listening on \\S+", TestGrid.SOON);
      }
      final String missing = database.replace("/lull1", "/none");
      try (RunningProgram refused = coordinator(missing)) {
        assertThat(refused.awaitExit(TestGrid.SOON)).isEqualTo(2);
        assertThat(refused.said()).contains("database \"none\" does not exist");
      }
    }
  }

  private RunningProgram coordinator(String store) {
    return RunningProgram.named("coordinator")
        .command(
            Lull.command(
                "coordinator",
                "--data",
                folder.resolve("coordinator").toString(),
                "--listen",
                "127.0.0.1:0",
                "--store",
                store))
        .expecting("database \"none\" does not exist")
        // Between its start and its first connection a server answers, and takes nobody yet.
        .expecting("the database system is (not yet accepting connections|starting up)")
        .start();
  }

  @Test
  void whatACoordinatorKnewItKnowsAgainAndADrainedNodeStaysDrained() throws IOException {
    leftovers.watch(folder);
    try (TestGrid grid = new TestGrid(folder, Place.HERE)) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      final Path away = Files.writeString(folder.resolve("away.script"), "0 mains\n");
      grid.startAgent("pc1", Place.HERE, Map.of(), "script:" + away);
      grid.awaitNode(
          "pc1", "is available", node -> node.path("state").asText().equals("available"));
      final String job = grid.submitJacobi(101, 50, "0s", "1:1", "--name", "first");
      grid.awaitRightResult(job, 101, 50, TestGrid.AS_A_GUEST);
      grid.lull("drain", "pc1").good();
      grid.awaitNode("pc1", "is drained", node -> node.path("state").asText().equals("drained"));

      final RunningProgram killed = grid.coordinator();
      killed.kill();
      killed.close();
      grid.startCoordinator();

      grid.awaitNode(
          "pc1", "is still drained", node -> node.path("state").asText().equals("drained"));
      final var known = grid.awaitRightResult(job, 101, 50, TestGrid.AS_A_GUEST);
      assertThat(known.path("name").asText()).isEqualTo("first");
      grid.lull("undrain", "pc1").good();
      final String second = grid.submitJacobi(101, 60, "0s", "1:1");
      assertThat(second).isNotEqualTo(job);
      grid.awaitRightResult(second, 101, 60, TestGrid.AS_A_GUEST);
    }
  }
}
