package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A coordinator and agents of real processes, and what a user does with them. */
final class TestGrid implements AutoCloseable {
  /** For what takes a start of a Java program or two. */
  static final Duration SOON = Duration.ofSeconds(60);

  /** For what a job needs the processors for, which it has only while nobody else wants them. */
  static final Duration AS_A_GUEST = Duration.ofMinutes(3);

  /** A question takes from the guests what they would compute with. */
  private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(250);

  /** The greatest share that a reconfiguration may move beyond the least possible. */
  private static final double MOST_BEYOND_LEAST = 1.02;

  /** The heads of two frames, one for each grid of the programs here, with a box in each. */
  private static final long HEADS_BYTES = 2 * 69;

  /** Whatever else this machine does, such as other tests, is not its owners' work. */
  private static final String QUICK_OWNER =
      """
      cpu-threshold = 1.0
      busy-disk = 1.0
      busy-network = 1.0
      cpu-window = 1s
      grace = 10s
      """;

  private final Path folder;
  private final Place coordinatorPlace;
  private final List<TestAgent> agents = new ArrayList<>();
  private final List<String> expectedOfAgents = new ArrayList<>();
  private @Nullable RunningProgram coordinator;
  private @Nullable OpenClient client;
  private String address = "";
  private String idleAfter = "1s";
  private String moreSettings = "";

  TestGrid(Path folder, Place coordinatorPlace) {
    this.folder = folder;
    this.coordinatorPlace = coordinatorPlace;
  }

  /**
   * Starts the coordinator, the first time on a port that the system chooses, later on the same.
   */
  RunningProgram startCoordinator(String... more) {
    final List<String> arguments =
        new ArrayList<>(
            List.of(
                "coordinator",
                "--data",
                coordinatorData().toString(),
                "--listen",
                address.isEmpty() ? coordinatorPlace.address() + ":0" : address));
    arguments.addAll(List.of(more));
    final RunningProgram program =
        RunningProgram.named("coordinator")
            .command(
                coordinatorPlace.running().apply(Lull.command(arguments.toArray(String[]::new))))
            .environment(Lull.JAVA_OPTIONS, Lull.QUICK_COMPILER)
            .start();
    coordinator = program;
    final String line = program.awaitLine("listening on \\S+", SOON);
    address = line.replaceFirst(".*listening on (\\S+).*", "$1");
    return program;
  }

  Path coordinatorData() {
    return folder.resolve("coordinator");
  }

  /** HOST:PORT. */
  String address() {
    return address;
  }

  RunningProgram coordinator() {
    assertThat(coordinator).isNotNull();
    return java.util.Objects.requireNonNull(coordinator);
  }

  /**
   * Makes this user an administrator, with the token that the coordinator left at its first start.
   */
  void loginAsFirstAdmin() {
    try {
      final Path file = coordinatorData().resolve("admin.token");
      assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
      login(home(), Files.readString(file).strip(), "admin").good();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Outcome login(Path home, String token, String name) {
    return Lull.run(
        coordinatorPlace,
        Map.of("LULL_HOME", home.toString()),
        Lull.COMMAND,
        "login",
        "--coordinator",
        address,
        "--enroll",
        token,
        "--name",
        name);
  }

  /** The folder of this user's credentials. */
  Path home() {
    return folder.resolve("home");
  }

  String token(String role) {
    return ask("token", "create", "--role", role).good().output().strip();
  }

  /** For how long an owner must be away; without it, one second. */
  TestGrid idleAfter(String duration) {
    idleAfter = duration;
    return this;
  }

  /** Further settings of the owners, as a configuration file has them. */
  TestGrid owners(String settings) {
    moreSettings = settings;
    return this;
  }

  /** These lines in the agents' logs are part of the scenario. */
  TestGrid expectingOfAgents(String expression) {
    expectedOfAgents.add(expression);
    return this;
  }

  /** Starts an agent that enrols, and waits until it is connected. */
  TestAgent startAgent(String name, Place place, Map<String, String> environment, String input) {
    final TestAgent agent = launchNewAgent(name, place, environment, input);
    agent.awaitReady();
    return agent;
  }

  /** Starts an agent that enrols, and waits for nothing. */
  TestAgent launchNewAgent(
      String name, Place place, Map<String, String> environment, String input) {
    return launchAgent(name, place, environment, input, "--enroll", token("node"));
  }

  /** Starts an agent and waits for nothing. */
  TestAgent launchAgent(
      String name, Place place, Map<String, String> environment, String input, String... more) {
    final Path data = folder.resolve(name);
    final Path config = folder.resolve(name + ".conf");
    try {
      Files.createDirectories(data);
      Files.writeString(config, "idle-after = " + idleAfter + "\n" + QUICK_OWNER + moreSettings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    final List<String> arguments =
        new ArrayList<>(
            List.of(
                "agent",
                "--coordinator",
                address,
                "--data",
                data.toString(),
                "--name",
                name,
                "--input",
                input,
                "--config",
                config.toString()));
    arguments.addAll(List.of(more));
    final RunningProgram.Builder builder =
        RunningProgram.named("agent " + name)
            .command(place.running().apply(Lull.command(arguments.toArray(String[]::new))));
    environment.forEach(builder::environment);
    expectedOfAgents.forEach(builder::expecting);
    final TestAgent agent = new TestAgent(name, builder.start(), data);
    agents.add(agent);
    return agent;
  }

  /**
   * Carries out a client command as this user, on the coordinator's host, without a program of its
   * own for it.
   */
  Outcome ask(String... arguments) {
    return ask(home(), arguments);
  }

  /** The same with the credentials of another folder. */
  Outcome ask(Path credentials, String... arguments) {
    if (client == null) {
      client = OpenClient.on(coordinatorPlace, folder.resolve("client.socket"));
    }
    return client.run(credentials, arguments);
  }

  /** Runs a client command as this user, as a program on the coordinator's host. */
  Outcome lull(String... arguments) {
    return lull(Lull.COMMAND, arguments);
  }

  Outcome lull(Duration deadline, String... arguments) {
    return Lull.run(coordinatorPlace, Map.of("LULL_HOME", home().toString()), deadline, arguments);
  }

  /** Submits a Jacobi job; its name in the grid. */
  String submitJacobi(int size, int iterations, String pace, String workers, String... more) {
    final List<String> arguments =
        new ArrayList<>(
            List.of(
                "submit",
                "--app",
                "jacobi",
                "--workers",
                workers,
                "--param",
                "size=" + size,
                "--param",
                "iterations=" + iterations,
                "--param",
                "pace=" + pace,
                "--json"));
    arguments.addAll(List.of(more));
    return lull(arguments.toArray(String[]::new)).good().json().path("id").asText();
  }

  JsonNode job(String id) {
    return ask("job", id, "--json").good().json();
  }

  JsonNode node(String name) {
    return ask("node", name, "--json").good().json();
  }

  /** Asks until the job is as wanted; what it was at last, and what all said, is in the failure. */
  JsonNode awaitJob(String id, String description, Duration deadline, Predicate<JsonNode> wanted) {
    final AtomicReference<String> last = new AtomicReference<>("");
    return said(
        last,
        () ->
            Eventually.get(
                id + " " + description,
                deadline,
                BETWEEN_QUESTIONS,
                () -> {
                  final JsonNode job = job(id);
                  last.set(job.toPrettyString());
                  if (!wanted.test(job) && ended(job)) {
                    throw new AssertionError(id + " ended before it " + description);
                  }
                  return wanted.test(job) ? job : null;
                }));
  }

  JsonNode awaitNode(String name, String description, Predicate<JsonNode> wanted) {
    final AtomicReference<String> last = new AtomicReference<>("");
    return said(
        last,
        () ->
            Eventually.get(
                name + " " + description,
                SOON,
                BETWEEN_QUESTIONS,
                () -> {
                  final JsonNode node = node(name);
                  last.set(node.toPrettyString());
                  return wanted.test(node) ? node : null;
                }));
  }

  private JsonNode said(AtomicReference<String> last, Supplier<JsonNode> question) {
    try {
      return question.get();
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "; at last:\n" + last.get() + said(), e);
    }
  }

  /** Waits for its good end, and holds its result and its events against what they must be. */
  JsonNode awaitRightResult(String id, int size, int iterations, Duration deadline) {
    final JsonNode job = awaitJob(id, "ended", deadline, document -> ended(document));
    assertThat(job.path("state").asText())
        .as("state of %s%s", job.toPrettyString(), said())
        .isEqualTo("finished");
    final PlainJacobi plain = new PlainJacobi(size, iterations);
    final Path outputs = folder.resolve("outputs-" + id);
    lull("outputs", id, "--to", outputs.toString()).good();
    assertThat(outputs.resolve("solution.f64")).hasBinaryContent(plain.bytes());
    assertThat(outputs.resolve("solution.png")).isNotEmptyFile();
    assertThat(ask("logs", id).good().output().lines())
        .contains("iterations " + iterations, "sum " + plain.sum(), "change " + plain.change());
    assertMovedLittle(job);
    return job;
  }

  static boolean ended(JsonNode job) {
    return List.of("finished", "failed", "cancelled").contains(job.path("state").asText());
  }

  /** How many compute: those that are to join or about to leave have no rank. */
  static int workers(JsonNode job) {
    int members = 0;
    for (final JsonNode worker : job.path("workers")) {
      members += worker.path("rank").asInt(-1) >= 0 ? 1 : 0;
    }
    return members;
  }

  static List<String> nodesOf(JsonNode job) {
    final List<String> nodes = new ArrayList<>();
    job.path("workers").forEach(worker -> nodes.add(worker.path("node").asText()));
    return nodes;
  }

  /** The events of this kind. */
  static List<JsonNode> events(JsonNode job, String kind) {
    final List<JsonNode> events = new ArrayList<>();
    job.path("events")
        .forEach(event -> {
          if (event.path("kind").asText().equals(kind)) {
            events.add(event);
          }
        });
    return events;
  }

  /**
   * No reconfiguration moved more than 2 % beyond the least that any renumbering could, or, where
   * that is little, than the heads of one frame from each worker to each other for each grid.
   */
  static void assertMovedLittle(JsonNode job) {
    job.path("events")
        .forEach(event -> {
          final double least = event.path("bytesLeast").asDouble();
          final long heads = HEADS_BYTES * event.path("from").asLong() * event.path("to").asLong();
          assertThat(event.path("bytesMoved").asDouble())
              .as("bytes moved by %s", event)
              .isLessThanOrEqualTo(
                  least == 0 ? 0 : Math.max(MOST_BEYOND_LEAST * least, least + heads));
        });
  }

  /** What all programs said, for a failure's message. */
  String said() {
    final StringBuilder all = new StringBuilder();
    if (coordinator != null) {
      all.append(coordinator.said());
    }
    agents.forEach(agent -> all.append(agent.program().said()));
    return all.toString();
  }

  @Override
  public void close() {
    final Closing closing = new Closing();
    if (client != null) {
      closing.then(client::close);
      client = null;
    }
    agents.forEach(agent -> closing.then(agent.program()::close));
    if (coordinator != null) {
      closing.then(coordinator::close);
    }
    try {
      closing.done();
    } catch (AssertionError e) {
      // What one of them complains of may have its cause in another.
      throw new AssertionError(e.getMessage() + said(), e);
    }
  }
}
