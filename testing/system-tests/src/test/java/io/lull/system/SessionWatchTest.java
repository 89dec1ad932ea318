package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.display.XDisplay;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An agent that is a service, and the watcher of an X session that is another user's. */
@Tag("system")
class SessionWatchTest {
  private static final String NOBODY = "65534";
  private static final Duration TOOL = Duration.ofSeconds(10);

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  private Path shared;
  private XDisplay display;
  private TestGrid grid;
  private RunningProgram watcher;

  @BeforeEach
  void startAgentAndWatcher() throws IOException {
    final Optional<String> why =
        XDisplay.unavailable().or(() -> Tools.missing("setpriv")).or(SessionWatchTest::unfit);
    assumeTrue(why.isEmpty(), () -> "no other user can have a session: " + why.orElse(""));
    leftovers.watch(folder);
    shared = Files.createTempDirectory("lull-session");
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxr-xr-x"));
    display = XDisplay.open();
    grid = new TestGrid(folder, Place.HERE).idleAfter("8s");
    grid.startCoordinator();
    grid.loginAsFirstAdmin();
    final TestAgent agent =
        grid.launchAgent(
            "pc1",
            Place.HERE,
            Map.of("DISPLAY", "", "WAYLAND_DISPLAY", ""),
            "auto",
            "--enroll",
            grid.token("node"),
            "--session-socket",
            socket().toString());
    agent.program().awaitLine("agent pc1 ready", TestGrid.SOON);
    grid.awaitNode(
        "pc1",
        "is its owner's while no input detection covers the session",
        node -> state(node).equals("owner") && reason(node).contains("cannot detect"));
    watcher = startWatcher();
    awaitAvailable();
  }

  private static Optional<String> unfit() {
    if (Files.exists(Path.of("/run/dbus/system_bus_socket"))) {
      return Optional.of("this machine may list its sessions, and has none of a made-up user");
    }
    return ProcessHandle.current().info().user().filter("root"::equals).isEmpty()
        ? Optional.of("only root can be another user")
        : Optional.empty();
  }

  private Path socket() {
    return shared.resolve("session.sock");
  }

  private RunningProgram startWatcher() {
    return RunningProgram.named("session-watch")
        .command(
            Place.HERE
                .running()
                .apply(
                    List.of(
                        "setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--")))
        .command(Lull.command("session-watch", "--socket", socket().toString()))
        .environment("DISPLAY", display.name())
        .environment("XDG_SESSION_TYPE", "x11")
        .environment("HOME", "/nonexistent")
        .withoutEnvironment("DBUS_SESSION_BUS_ADDRESS")
        .withoutEnvironment("XDG_RUNTIME_DIR")
        .start();
  }

  private void awaitAvailable() {
    grid.awaitNode(
        "pc1",
        "is available while the session is watched and still",
        node -> state(node).equals("available"));
  }

  private static String state(JsonNode node) {
    return node.path("state").asText();
  }

  private static String reason(JsonNode node) {
    return node.path("reason").asText();
  }

  @AfterEach
  void end() throws IOException {
    try {
      if (watcher != null) {
        watcher.close();
      }
      if (grid != null) {
        grid.close();
      }
    } finally {
      if (display != null) {
        display.close();
      }
      if (shared != null) {
        Files.deleteIfExists(shared);
      }
    }
  }

  @Test
  void aKeyInTheSessionBringsTheOwnerBackAndSoDoesAWatcherThatIsKilledOrStandsStill()
      throws IOException {
    display.key("a");
    grid.awaitNode("pc1", "is its owner's after a key", node -> state(node).equals("owner"));
    awaitAvailable();

    Tools.run(TOOL, Map.of(), List.of("kill", "-STOP", Long.toString(watcher.pid())));
    grid.awaitNode(
        "pc1",
        "is its owner's when the watcher stands still",
        node -> state(node).equals("owner") && reason(node).contains("silent for 6 seconds"));
    Tools.run(TOOL, Map.of(), List.of("kill", "-CONT", Long.toString(watcher.pid())));
    awaitAvailable();

    watcher.kill();
    watcher.close();
    final JsonNode blind =
        grid.awaitNode(
            "pc1",
            "is its owner's when the watcher is dead",
            node ->
                state(node).equals("owner")
                    && reason(node).contains("its watcher ended unexpectedly"));
    assertThat(reason(blind)).contains("x11 " + display.name());

    watcher = startWatcher();
    awaitAvailable();
  }
}
