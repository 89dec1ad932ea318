package io.lull.cli.local;

import io.lull.cli.Programs;
import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.protocol.model.Role;
import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import io.lull.protocol.transport.Identity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A coordinator and agents as separate processes on this computer, connected over its loopback
 * address. They end when this is closed, and they alone.
 */
public final class LocalGrid implements AutoCloseable {
  /** The grid is new each time, so submissions may have the same identifiers. */
  private static final long SEED = 1;

  /** Who submits. */
  private static final String USER = "local";

  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration ENROL_PATIENCE = Duration.ofSeconds(20);
  private static final Duration TOKEN_LIFE = Duration.ofMinutes(10);

  /** How long a program may take to end before it is ended by force. */
  private static final Duration END_LIMIT = Duration.ofSeconds(5);

  private static final long POLL_MILLIS = 50;
  private static final String LOOPBACK_ANY_PORT = "127.0.0.1:0";

  /** Ordinary settings, with times short enough to watch. The grid's own load is no owner's. */
  private static final String SETTINGS =
      """
      idle-after = 2s
      cpu-threshold = 1.0
      busy-disk = 1.0
      busy-network = 1.0
      cpu-window = 1s
      grace = 30s
      on-battery = always
      require-isolation = any
      """;

  /** It runs programs of the person who started it, also where there is no sandbox. */
  private static final String POLICY = "require-isolation = { at-least = any }\n";

  private final Path folder;
  private final Clock clock;
  private final List<Process> started = new ArrayList<>();
  private final List<LocalNode> nodes = new ArrayList<>();
  private @Nullable HostPort address;
  private @Nullable GridClient client;
  private boolean closed;

  public LocalGrid(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /** Starts the coordinator and logs in as its administrator. */
  public GridClient startCoordinator() throws IOException, InterruptedException, LocalGridFailure {
    final Path data = Files.createDirectories(folder.resolve("coordinator"));
    final Process coordinator =
        start(
            Programs.Program.COORDINATOR,
            List.of("coordinator", "--data", data.toString(), "--listen", LOOPBACK_ANY_PORT),
            "coordinator");
    final HostPort listening =
        HostPort.parse(awaitText(data.resolve("address"), coordinator, "the coordinator"));
    final String token = awaitText(data.resolve("admin.token"), coordinator, "the coordinator");
    final Identity administrator = enrol(listening, token, USER);
    new Home(home(), folder).store(administrator, List.of(listening));
    final GridClient grid =
        GridClient.of(administrator, List.of(listening), clock, new SplittableRandom(SEED));
    address = listening;
    client = grid;
    return grid;
  }

  private Path home() {
    return folder.resolve("home");
  }

  /**
   * Opens the cluster's page on the first workstation, if there is a screen. The scenario continues
   * without it.
   *
   * @return whether it was started
   */
  public boolean openWindow() throws IOException {
    final Path agent = folder.resolve("nodes").resolve(nodes().getFirst().name());
    final Optional<List<String>> command =
        ClusterWindow.command(System.getenv(), Programs.launcher(), agent);
    if (command.isPresent()) {
      final Process _ = launch(command.get(), Map.of("LULL_HOME", home().toString()), "window");
    }
    return command.isPresent();
  }

  /** Creates a workstation's identity and files; the next call starts its agent. */
  public LocalNode startNode(String name)
      throws IOException, InterruptedException, LocalGridFailure {
    final HostPort coordinator = address;
    final GridClient grid = client;
    if (coordinator == null || grid == null) {
      throw new IllegalStateException("no coordinator was started");
    }
    final Path data = Files.createDirectories(folder.resolve("nodes").resolve(name));
    final String token = grid.createToken(Role.NODE, name, TOKEN_LIFE).getToken();
    enrol(coordinator, token, name).store(data.resolve("credentials"));
    final Path settings = folder.resolve("settings.conf");
    Files.writeString(settings, SETTINGS);
    final Path policy = folder.resolve("policy.conf");
    Files.writeString(policy, POLICY);
    final Path script = data.resolve("owner");
    makePipe(script);
    final Process agent =
        start(
            Programs.Program.AGENT,
            List.of(
                "agent",
                "--coordinator",
                coordinator.toString(),
                "--data",
                data.toString(),
                "--name",
                name,
                "--input",
                "script:" + script,
                "--config",
                settings.toString(),
                "--policy",
                policy.toString()),
            name);
    final LocalNode node = new LocalNode(name, agent, script);
    synchronized (this) {
      nodes.add(node);
    }
    return node;
  }

  /** Runs a program of this grid's folder to its end. */
  public int run(Programs.Program program, String mainClass, List<String> arguments, String log)
      throws IOException, InterruptedException {
    return launch(Programs.command(program, mainClass, arguments), log).waitFor();
  }

  public Path log(String program) {
    return folder.resolve("logs").resolve(program + ".log");
  }

  public synchronized List<LocalNode> nodes() {
    return List.copyOf(nodes);
  }

  private static Identity enrol(HostPort coordinator, String token, String name)
      throws LocalGridFailure {
    try {
      return EnrolmentClient.enrol(
              List.of(coordinator), EnrolmentToken.parse(token.strip()), name, ENROL_PATIENCE)
          .identity();
    } catch (EnrolmentException e) {
      throw new LocalGridFailure(name + " cannot be enrolled: " + e.getMessage(), e);
    }
  }

  private static void makePipe(Path pipe)
      throws IOException, InterruptedException, LocalGridFailure {
    final Process mkfifo =
        new ProcessBuilder("mkfifo", "-m", "600", pipe.toString())
            .redirectErrorStream(true)
            .start();
    final String said = new String(mkfifo.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (mkfifo.waitFor() != 0) {
      throw new LocalGridFailure("cannot create a named pipe: " + said.strip());
    }
  }

  private Process start(Programs.Program program, List<String> arguments, String log)
      throws IOException {
    return launch(Programs.command(program, arguments), log);
  }

  private Process launch(List<String> command, String log) throws IOException {
    return launch(command, Map.of(), log);
  }

  private synchronized Process launch(
      List<String> command, Map<String, String> environment, String log) throws IOException {
    if (closed) {
      throw new IOException("the grid is ending");
    }
    final Path file = log(log);
    Files.createDirectories(folder.resolve("logs"));
    final ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(file.toFile()));
    builder.environment().putAll(environment);
    final Process process = builder.start();
    started.add(process);
    return process;
  }

  /** The text of a file that a program writes when it is ready. */
  private String awaitText(Path file, Process program, String what)
      throws IOException, InterruptedException, LocalGridFailure {
    final long end = clock.nanos() + START_LIMIT.toNanos();
    while (true) {
      if (Files.exists(file)) {
        final String text = Files.readString(file).strip();
        if (!text.isEmpty()) {
          return text;
        }
      }
      if (program.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new LocalGridFailure(
            what + " ended with exit code " + program.exitValue() + ": " + lastLine("coordinator"));
      }
      if (clock.nanos() > end) {
        throw new LocalGridFailure(
            what + " was not ready within " + START_LIMIT.toSeconds() + " s");
      }
    }
  }

  /** A program's last output, for a failure's line. */
  public String lastLine(String program) {
    try {
      return Files.readString(log(program))
          .lines()
          .filter(l -> !l.isBlank())
          .reduce("", (a, b) -> b);
    } catch (IOException e) {
      return "no log";
    }
  }

  /** Ends every process that was started and its descendants, and waits until they are gone. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    final Set<ProcessHandle> below = new LinkedHashSet<>();
    for (final Process process : started) {
      process.descendants().forEach(below::add);
    }
    // The latest first: agents before the coordinator that they would otherwise look for.
    for (final Process process : started.reversed()) {
      process.descendants().forEach(below::add);
      process.destroy();
    }
    final long end = clock.nanos() + END_LIMIT.toNanos();
    started.forEach(process -> awaitEnd(process.toHandle(), end));
    started.forEach(Process::destroyForcibly);
    below.forEach(ProcessHandle::destroyForcibly);
    final long forcedEnd = clock.nanos() + END_LIMIT.toNanos();
    started.forEach(process -> awaitEnd(process.toHandle(), forcedEnd));
    below.forEach(process -> awaitEnd(process, forcedEnd));
    for (final LocalNode node : nodes) {
      try {
        node.close();
      } catch (IOException e) {
        // A pipe that cannot be closed is closed with this process.
      }
    }
    if (client != null) {
      client.close();
    }
  }

  private void awaitEnd(ProcessHandle process, long end) {
    try {
      process.onExit().get(Math.max(0, end - clock.nanos()), TimeUnit.NANOSECONDS);
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      // Remaining processes are ended by force next.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
