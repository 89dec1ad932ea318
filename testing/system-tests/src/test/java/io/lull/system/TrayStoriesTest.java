package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What people do with the window, on a workstation of a grid of real processes. */
@Tag("system")
class TrayStoriesTest {
  private static final Duration TOOL = Duration.ofSeconds(10);

  /** So long a job goes on that only what is done to it ends. */
  private static final int FOR_LONG = 1_000_000;

  /** How the page of jobs begins to say that the coordinator does not answer. */
  private static final String OLD = "Not up to date";

  private static final long HOUR = Duration.ofHours(1).toMillis();

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  private TestGrid grid;
  private TestAgent agent;
  private OutputStream owner;
  private Path script;

  @BeforeEach
  void aWorkstationIsOnAGrid() throws IOException {
    leftovers.watch(folder);
    grid = new TestGrid(folder, Place.HERE);
    grid.startCoordinator();
    grid.loginAsFirstAdmin();
    script = folder.resolve("owner");
    Tools.run(TOOL, List.of("mkfifo", script.toString()));
    agent = grid.launchNewAgent("pc1", Place.HERE, Map.of(), "script:" + script);
    owner = Files.newOutputStream(script, StandardOpenOption.WRITE);
    agent.awaitReady();
    awaitState("available");
  }

  @AfterEach
  void allIsOver() throws IOException {
    try {
      owner.close();
    } finally {
      grid.close();
    }
  }

  @Test
  void anOwnerJoinsChoosesHowLullBehavesAndPausesItForAnHour() throws IOException {
    final Path home = folder.resolve("person");
    try (TrayWindow window = TrayWindow.open(folder, home, agent.data(), "")) {
      // The first start: the coordinator is known, a token and a preset are all that it takes.
      window.put("Token", grid.token("user"));
      window.see("on this cluster.", TestGrid.SOON);
      assertThat(grid.ask(home, "jobs", "--json").good().json().path("jobs")).isEmpty();
      window.click("Generous: Jobs start sooner and may stay for a moment.");
      window.see("Generous is set.", TestGrid.SOON);
      assertThat(setting("policy")).isEqualTo("linger");
      grid.ask("owner", "set", "policy", "gentle", "--data", agent.data().toString()).good();
      grid.ask("owner", "set", "idle-after", "1s", "--data", agent.data().toString()).good();
      // However busy this machine is, a guest that was only just started can leave by then.
      grid.ask("owner", "set", "grace", "60s", "--data", agent.data().toString()).good();
      window.click("Done");
      awaitState("available");

      final String job = grid.submitJacobi(101, FOR_LONG, "20ms", "1:1");
      window.click("This computer").see("A job is running", TestGrid.AS_A_GUEST);
      final String guest = agent.workFolders().getFirst();
      assertThat(agent.processesOf(guest)).isNotEmpty();
      window.choose("Pause", "For 1 hour").see("Lull is paused", TestGrid.SOON);
      grid.awaitNode(
          "pc1", "is paused", node -> node.path("reason").asText().contains("you paused Lull"));
      Eventually.await(
          "the guest is gone", TestGrid.SOON, () -> agent.processesOf(guest).isEmpty());
      assertThat(status().path("pausedUntil").asText()).isNotEmpty();

      window.click("Resume").see("A job is running", TestGrid.AS_A_GUEST);
      window.choose("Pause", "When this job ends").see("pauses when this job", TestGrid.SOON);
      grid.ask("cancel", job).good();
      window.see("Lull is paused", TestGrid.SOON);
      assertThat(status().path("paused").asBoolean()).isTrue();
    }
  }

  @Tag("nightly")
  @Test
  void aGracePeriodThatIsTypedIsTheOneThatAGuestHas() throws IOException {
    try (TrayWindow window = TrayWindow.open(folder, grid.home(), agent.data(), "preferences")) {
      window.put("Must leave within", "40s").see("Must leave within: saved.", TestGrid.SOON);
    }
    assertThat(setting("grace")).isEqualTo("40s");
    final String job = grid.submitJacobi(101, FOR_LONG, "20ms", "1:1");
    awaitState("running");
    // A guest that stands still cannot hand anything over before its time is up.
    final List<ProcessHandle> guest = agent.processesOf(agent.workFolders().getFirst());
    guest.forEach(process -> signal("-STOP", process.pid()));
    owner.write("now typing 30\n".getBytes(StandardCharsets.US_ASCII));
    grid.awaitNode(
        "pc1",
        "gives its guest more than the ten seconds of before",
        node -> node.path("reason").asText().matches(".*leaves within (1[1-9]|[23][0-9]|40) s.*"));
    guest.forEach(process -> signal("-CONT", process.pid()));
    grid.ask("cancel", job).good();
  }

  @Tag("nightly")
  @Test
  void whateverHappensToTheAgentOrTheCoordinatorTheWindowSaysSoWithinSeconds()
      throws IOException, SQLException {
    try (TrayWindow window = TrayWindow.open(folder, grid.home(), agent.data(), "computer")) {
      window.see("Ready for jobs", TestGrid.SOON);
      signal("-STOP", agent.program().pid());
      told(window, "Lull isn't responding");
      signal("-CONT", agent.program().pid());
      // Which of these it is depends on what it noticed of having stood still.
      window.see("Part of the cluster", TestGrid.SOON);
      agent.program().kill();
      agent.program().close();
      told(window, "Lull is not running");
      final TestAgent again = grid.launchAgent("pc1", Place.HERE, Map.of(), "script:" + script);
      again.awaitReady();
      told(window, "Part of the cluster");

      window.click("Jobs").see("Nothing is running", TestGrid.SOON);
      final RunningProgram coordinator = grid.coordinator();
      signal("-STOP", coordinator.pid());
      told(window, OLD);
      signal("-CONT", coordinator.pid());
      gone(window, OLD);
      coordinator.kill();
      coordinator.close();
      told(window, OLD);
      final ZonedDateTime idle =
          ZonedDateTime.now(ZoneId.systemDefault())
              .minusDays(5)
              .withHour(3)
              .truncatedTo(ChronoUnit.HOURS);
      remember(idle);
      grid.startCoordinator();
      gone(window, OLD);

      // The hour with the most idle machines, out of the grid's own past.
      window.click("Cluster");
      window.see(
          "Best time: "
              + idle.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH)
              + " 03:00",
          TestGrid.SOON);
    }
  }

  /** How long it took is printed: it is a figure, and no test's affair on a busy machine. */
  private static void told(TrayWindow window, String words) {
    System.out.printf(
        "figure: '%s' after %d ms%n", words, window.see(words, TestGrid.SOON).toMillis());
  }

  private static void gone(TrayWindow window, String words) {
    System.out.printf(
        "figure: '%s' gone after %d ms%n", words, window.lose(words, TestGrid.SOON).toMillis());
  }

  /** Four machines were idle at the same hour, and each by itself at others. */
  private void remember(ZonedDateTime idle) throws SQLException {
    try (Connection store =
            DriverManager.getConnection(
                "jdbc:h2:file:"
                    + grid.coordinatorData().resolve("db/lull")
                    + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;IFEXISTS=TRUE",
                "lull",
                "");
        PreparedStatement change =
            store.prepareStatement(
                "insert into node_state (node, at_millis, state) values (?, ?, ?)")) {
      for (int n = 1; n <= 4; n++) {
        final long hour = idle.toInstant().toEpochMilli();
        change(change, "ws" + n, hour - (n + 1) * HOUR, "available");
        change(change, "ws" + n, hour - n * HOUR, "owner");
        change(change, "ws" + n, hour, "available");
        change(change, "ws" + n, hour + HOUR, "owner");
        change(change, "ws" + n, hour + 12 * HOUR, "offline");
      }
    }
  }

  private static void change(PreparedStatement change, String node, long atMillis, String state)
      throws SQLException {
    change.setString(1, node);
    change.setLong(2, atMillis);
    change.setString(3, state);
    assertThat(change.executeUpdate()).isEqualTo(1);
  }

  private void awaitState(String state) {
    grid.awaitNode("pc1", "is " + state, node -> node.path("state").asText().equals(state));
  }

  private JsonNode status() {
    return grid.ask("owner", "status", "--json", "--data", agent.data().toString()).good().json();
  }

  private String setting(String key) {
    final JsonNode settings =
        grid.ask("owner", "get", "--json", "--data", agent.data().toString()).good().json();
    return settings
        .valueStream()
        .filter(each -> each.path("key").asText().equals(key))
        .map(each -> each.path("value").asText())
        .findFirst()
        .orElseThrow();
  }

  private static void signal(String name, long pid) {
    Tools.run(TOOL, List.of("kill", name, Long.toString(pid)));
  }
}
