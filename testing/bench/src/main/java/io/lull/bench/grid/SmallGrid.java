package io.lull.bench.grid;

import io.lull.client.grid.GridClient;
import io.lull.client.login.Home;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.HostPort;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A coordinator and agents, each a process as users start it. */
public final class SmallGrid implements AutoCloseable {
  private static final Duration STARTS = Duration.ofSeconds(90);
  private static final Duration ANSWERS = Duration.ofSeconds(90);

  private final Path folder;
  private final Map<String, String> home;
  private final String address;
  private final Child coordinator;
  private final List<Child> children = new ArrayList<>();

  private SmallGrid(Path folder, Child coordinator, String address) {
    this.folder = folder;
    this.address = address;
    this.coordinator = coordinator;
    this.home = Map.of("LULL_HOME", folder.resolve("home").toString());
    children.add(coordinator);
  }

  /**
   * @param host where the coordinator listens
   * @param placed what puts its command on that host
   */
  public static SmallGrid start(Path folder, String host, UnaryOperator<List<String>> placed)
      throws IOException, InterruptedException {
    return start(folder, host, placed, List.of());
  }

  /**
   * @param more options of the coordinator
   */
  public static SmallGrid start(
      Path folder, String host, UnaryOperator<List<String>> placed, List<String> more)
      throws IOException, InterruptedException {
    final SmallGrid grid = listening(folder, host + ":0", placed, more);
    try {
      grid.lull(
          placed,
          "login",
          "--coordinator",
          grid.address,
          "--enroll",
          "@" + folder.resolve("coordinator").resolve("admin.token"));
      return grid;
    } catch (AssertionError e) {
      grid.close();
      throw e;
    }
  }

  /** The coordinator of a grid that was closed, where it was before. */
  public static SmallGrid again(Path folder) throws IOException, InterruptedException {
    return listening(
        folder,
        Files.readString(folder.resolve("coordinator").resolve("address")).strip(),
        UnaryOperator.identity(),
        List.of());
  }

  private static SmallGrid listening(
      Path folder, String address, UnaryOperator<List<String>> placed, List<String> more)
      throws IOException, InterruptedException {
    final Path data = folder.resolve("coordinator");
    final List<String> words =
        new ArrayList<>(List.of("coordinator", "--data", data.toString(), "--listen", address));
    words.addAll(more);
    final Child coordinator =
        Child.start("coordinator", folder, Map.of(), placed.apply(Launcher.command(words)));
    try {
      coordinator.await("^listening on", STARTS);
      return new SmallGrid(folder, coordinator, Files.readString(data.resolve("address")).strip());
    } catch (IOException | InterruptedException e) {
      coordinator.close();
      throw e;
    }
  }

  /**
   * Settings of owners who are there by their input alone: the agents of one computer cannot tell
   * the load of its owner from that of each other's guests.
   *
   * @param more settings
   */
  public static Map<String, String> ownersByInput(String idleAfter, Map<String, String> more) {
    final Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "idle-after", idleAfter,
                "cpu-window", "1s",
                "cpu-threshold", "1.0",
                "busy-disk", "1.0"));
    settings.putAll(more);
    return settings;
  }

  /** A new agent, enrolled and ready. */
  public Child agent(
      String name,
      String input,
      Map<String, String> settings,
      Map<String, String> environment,
      UnaryOperator<List<String>> placed)
      throws IOException, InterruptedException {
    final Path token = folder.resolve(name + ".token");
    Files.writeString(
        token,
        lull(placed, "token", "create")
            .lines()
            .filter(line -> line.startsWith("lull1."))
            .findFirst()
            .orElseThrow(() -> new IOException("no token for " + name)));
    final StringBuilder text = new StringBuilder();
    settings.forEach((key, value) -> text.append(key).append(" = \"").append(value).append("\"\n"));
    final Path config = folder.resolve(name + ".conf");
    Files.writeString(config, text);
    final Child agent =
        Child.start(
            name,
            folder,
            environment,
            placed.apply(
                Launcher.command(
                    List.of(
                        "agent",
                        "--coordinator",
                        address,
                        "--data",
                        folder.resolve(name).toString(),
                        "--enroll",
                        "@" + token,
                        "--name",
                        name,
                        "--input",
                        input,
                        "--config",
                        config.toString()))));
    children.add(agent);
    agent.await("ready$", STARTS);
    return agent;
  }

  /** The coordinator's process. */
  public Child coordinator() {
    return coordinator;
  }

  /** Where agents and users reach the coordinator. */
  public HostPort address() {
    return HostPort.parse(address);
  }

  /** What the coordinator signs certificates with. */
  public Path authority() {
    return folder.resolve("coordinator").resolve("authority");
  }

  /** Asks as the first administrator. */
  public GridClient client() {
    return client(folder.resolve("home"));
  }

  /** Asks as a user who is made for it: each may only ask for so much. */
  public GridClient user(String name) throws IOException {
    final Path own = folder.resolve("home-" + name);
    final Path token = folder.resolve(name + ".token");
    Files.writeString(token, token("--role", "user"));
    Tools.run(
        ANSWERS,
        Map.of("LULL_HOME", own.toString()),
        Launcher.command(
            List.of("login", "--coordinator", address, "--enroll", "@" + token, "--name", name)));
    return client(own);
  }

  private String token(String... more) throws IOException {
    final List<String> words = new ArrayList<>(List.of("token", "create"));
    words.addAll(List.of(more));
    return lull(UnaryOperator.identity(), words.toArray(String[]::new))
        .lines()
        .filter(line -> line.startsWith("lull1."))
        .findFirst()
        .orElseThrow(() -> new IOException("no token was made"));
  }

  private GridClient client(Path configuration) {
    final Home own = new Home(configuration, folder);
    return GridClient.of(
        own.identity(SystemClock.INSTANCE),
        own.coordinators(),
        SystemClock.INSTANCE,
        new SecureRandom());
  }

  /** What the command prints, on its standard error too. */
  public String lull(UnaryOperator<List<String>> placed, String... words) {
    return Tools.run(ANSWERS, new HashMap<>(home), placed.apply(Launcher.command(List.of(words))));
  }

  /**
   * Submits a job.
   *
   * @param options of {@code lull submit}
   * @return its name
   */
  public String submit(UnaryOperator<List<String>> placed, List<String> options) {
    final List<String> words = new ArrayList<>(List.of("submit"));
    words.addAll(options);
    return lull(placed, words.toArray(String[]::new))
        .strip()
        .replaceAll("(?s).*\\b(J\\d+)\\b.*", "$1");
  }

  @Override
  public void close() {
    children.reversed().forEach(Child::close);
  }
}
