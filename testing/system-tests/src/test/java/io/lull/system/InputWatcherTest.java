package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An agent that opens no input device, and the process that watches them for it. */
@Tag("system")
final class InputWatcherTest {
  private static final String TERMINALS = "terminals";
  private static final String AGENT = "pc1";

  @RegisterExtension final Leftovers leftovers = new Leftovers();
  @TempDir Path folder = Path.of("");
  private Path shared;
  private TestGrid grid;
  private TestAgent agent;

  @BeforeEach
  void startAgent() throws IOException {
    assumeThat(System.getProperty("user.name"))
        .as("only root sees all terminals")
        .isEqualTo("root");
    leftovers.watch(folder);
    shared = Files.createTempDirectory("lull-devices");
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
    grid = new TestGrid(folder, Place.HERE);
    grid.startCoordinator();
    grid.loginAsFirstAdmin();
    agent =
        grid.launchAgent(
            AGENT,
            Place.HERE,
            Map.of("DISPLAY", "", "WAYLAND_DISPLAY", ""),
            "auto",
            "--enroll",
            grid.token("node"),
            "--session-socket",
            socket().toString(),
            "--device-user",
            "root");
    agent.awaitReady();
  }

  @AfterEach
  void end() throws IOException {
    if (grid != null) {
      grid.close();
    }
    if (shared != null) {
      Files.deleteIfExists(shared);
    }
  }

  private Path socket() {
    return shared.resolve("session.sock");
  }

  private RunningProgram watcher(String... as) {
    return RunningProgram.named("session-watch --devices")
        .command(List.of(as))
        .command(Lull.command("session-watch", "--devices", "--socket", socket().toString()))
        .environment("HOME", "/nonexistent")
        .start();
  }

  private JsonNode terminals() {
    return grid.ask("owner", "status", "--json", "--data", agent.data().toString())
        .good()
        .json()
        .path("sources")
        .valueStream()
        .filter(source -> source.path("name").asText().equals(TERMINALS))
        .findFirst()
        .orElseThrow();
  }

  private void awaitTerminals(boolean working, String detail) {
    Eventually.await(
        "the terminals are %s: %s".formatted(working ? "observed" : "unobserved", detail),
        TestGrid.SOON,
        () -> {
          final JsonNode source = terminals();
          return source.path("working").asBoolean() == working
              && source.path("detail").asText().contains(detail);
        });
  }

  @Test
  void devicesAreUnobservedBeforeTheirWatcherConnectsAndAfterItIsKilled() {
    awaitTerminals(false, "its watcher has not connected yet");
    try (RunningProgram first = watcher()) {
      awaitTerminals(true, "text consoles and remote terminals");
      first.kill();
      awaitTerminals(false, "its watcher ended unexpectedly");
    }
    try (RunningProgram _ = watcher()) {
      awaitTerminals(true, "text consoles and remote terminals");
    }
    awaitTerminals(false, "its watcher has ended");
  }

  @Test
  void aWatcherOfAnotherUserIsRefused() {
    try (RunningProgram other =
        watcher("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--")) {
      other.awaitLine(
          "it refuses: nobody does not watch the input devices of this computer", TestGrid.SOON);
      assertThat(terminals().path("working").asBoolean()).isFalse();
    }
  }
}
