package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.SystemUser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Guests of a real agent try what docs/security.md says that they cannot do. */
@Tag("system")
final class AttackTest {
  private static final String LEGAL = "legal";

  /** What a worker of a parallel job tries beside, which asks its agent for its connections. */
  private static final String CONNECTIONS = "connections";

  /** What concerns such a worker as it does a task of a bag. */
  private static final Set<String> WORKERS =
      Set.of("files", "devices", "network", "calls", "rights", CONNECTIONS);

  private static final String DONE = "DONE";
  private static final String REFUSED = "REFUSED";
  private static final Duration JOB = Duration.ofMinutes(4);

  /** What a task runs: it says whether its line succeeds. */
  private static final String TRY =
      "sh -c '(eval \"$0\") >/dev/null 2>&1 && echo " + DONE + " || echo " + REFUSED + "' {}";

  private static final String NAME = "lull-test-of-attacks";

  /** Of the agent under attack. */
  private static final String AGENT = "pc";

  /** Listens at a name without a file, until its standard input ends. */
  private static final List<String> NAMED_SERVICE =
      List.of(
          "perl",
          "-MSocket",
          "-e",
          "socket(S, PF_UNIX, SOCK_STREAM, 0) or die; bind(S, pack('S', 1) . \"\\0"
              + NAME
              + "\") or die; listen(S, 1); $| = 1; print \"up\\n\"; <STDIN>");

  /** An attack, or something legal. */
  private record Attempt(String name, String kind, String line) {
    String expected() {
      return kind.equals(LEGAL) ? DONE : REFUSED;
    }

    boolean ofTasks() {
      return !kind.equals(CONNECTIONS);
    }

    boolean ofWorkers() {
      return WORKERS.contains(kind);
    }
  }

  /** Whose agent it is. */
  enum Who {
    ROOT,
    PLAIN_USER;

    Place place() {
      return switch (this) {
        case ROOT -> Place.HERE;
        case PLAIN_USER -> within("unshare", "--user", "--map-user=1000", "--map-group=1000");
      };
    }
  }

  @RegisterExtension final Leftovers leftovers = new Leftovers();
  @TempDir Path folder = Path.of("");
  private TestGrid grid;

  private static Place within(String... words) {
    return new Place(
        Place.HERE.address(),
        command -> Stream.concat(Stream.of(words), command.stream()).toList());
  }

  @BeforeEach
  void open() throws IOException {
    leftovers.watch(folder);
    grid = new TestGrid(folder, Place.HERE);
    grid.startCoordinator();
    grid.loginAsFirstAdmin();
  }

  @AfterEach
  void close() {
    grid.close();
  }

  private static List<Attempt> attempts(Map<String, String> places) throws IOException {
    final List<Attempt> attempts = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(AttackTest.class.getResourceAsStream("attacks.txt"))) {
      for (final String written :
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (written.isBlank() || written.startsWith("#")) {
          continue;
        }
        final String[] parts = written.split(" \\| ", 3);
        String line = parts[2];
        if (line.startsWith("CALL ")) {
          line =
              "perl -e '$r = syscall(%s); exit($r == -1 && ($! == 1 || $! == 38) ? 1 : 0)'"
                  .formatted(line.substring("CALL ".length()));
        }
        for (final Map.Entry<String, String> place : places.entrySet()) {
          line = line.replace("@" + place.getKey() + "@", place.getValue());
        }
        assertThat(line).doesNotContainPattern("@[A-Z]+@");
        attempts.add(new Attempt(parts[0], parts[1], line));
      }
    }
    return attempts;
  }

  /** Guests of an agent, and what they try. */
  private interface Guests {
    /**
     * Runs the attempts.
     *
     * @param lines a file of theirs, one each
     * @return how each ended
     */
    List<String> outcomes(Path lines, int count) throws IOException;
  }

  @Test
  void guestsDoWhatIsLegalAndNothingElse() throws Exception {
    attack(Who.PLAIN_USER, Attempt::ofTasks, this::asTasks);
  }

  @Test
  void workersOfParallelJobsReachNothingButTheirPeers() throws Exception {
    attack(Who.ROOT, Attempt::ofWorkers, this::asWorker);
  }

  @Tag("nightly")
  @Test
  void guestsOfAnAgentOfRootDoNothingElseEither() throws Exception {
    attack(Who.ROOT, Attempt::ofTasks, this::asTasks);
  }

  @Tag("nightly")
  @Test
  void workersOfAnAgentOfAUserReachNothingElseEither() throws Exception {
    attack(Who.PLAIN_USER, Attempt::ofWorkers, this::asWorker);
  }

  @Test
  void guestsOfAUserOfTheirOwnDoWhatIsLegalAndNothingElse() throws Exception {
    assumeThat(System.getProperty("user.name")).as("only root is several users").isEqualTo("root");
    try (OwnUsers users = OwnUsers.in(folder, AGENT)) {
      attack(users.ofAgent(), Attempt::ofTasks, this::asTasks);
      final Path lines = Files.writeString(folder.resolve("who"), "id\n");
      final Path to =
          outputs("users", runs("--command", "sh -c 'id -u' {}", "--each", lines.toString()));
      assertThat(to.resolve("0.stdout")).hasContent(SystemUser.GUEST.number());
    }
  }

  @Tag("nightly")
  @Test
  void workersOfAUserOfTheirOwnReachNothingElseEither() throws Exception {
    assumeThat(System.getProperty("user.name")).as("only root is several users").isEqualTo("root");
    try (OwnUsers users = OwnUsers.in(folder, AGENT)) {
      attack(users.ofAgent(), Attempt::ofWorkers, this::asWorker);
    }
  }

  private void attack(Who who, Predicate<Attempt> which, Guests guests) throws Exception {
    attack(who.place(), which, guests);
  }

  private void attack(Place place, Predicate<Attempt> which, Guests guests) throws Exception {
    assumeThat(System.getProperty("os.arch")).as("calls by number").isEqualTo("amd64");
    final Process named = new ProcessBuilder(NAMED_SERVICE).start();
    try (BufferedReader said = named.inputReader();
        ServerSocket service = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertThat(said.readLine()).isEqualTo("up");
      final TestAgent agent = grid.startAgent(AGENT, place, Map.of(), away());
      final Path key = agent.data().resolve("credentials/key.pem");
      final byte[] secret = Files.readAllBytes(key);
      final List<Attempt> attempts =
          attempts(
                  Map.of(
                      "DATA", agent.data().toString(),
                      "COORDINATOR", grid.address(),
                      "PORT", String.valueOf(service.getLocalPort()),
                      "PORTHEX", "%04X".formatted(service.getLocalPort()),
                      "NAME", NAME))
              .stream()
              .filter(which)
              .toList();
      final Path lines = folder.resolve("lines");
      Files.write(lines, attempts.stream().map(Attempt::line).toList());
      final List<String> outcomes = guests.outcomes(lines, attempts.size());
      final List<String> wrong = new ArrayList<>();
      for (int i = 0; i < attempts.size(); i++) {
        if (!outcomes.get(i).equals(attempts.get(i).expected())) {
          wrong.add(attempts.get(i) + ": " + outcomes.get(i));
        }
      }
      assertThat(wrong).isEmpty();
      assertThat(key).hasBinaryContent(secret);
    } finally {
      named.destroyForcibly().waitFor();
    }
  }

  private List<String> asTasks(Path lines, int count) throws IOException {
    final Path to = outputs(runs("--command", TRY, "--each", lines.toString()));
    final List<String> outcomes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      outcomes.add(Files.readString(to.resolve(i + ".stdout")).strip());
    }
    return outcomes;
  }

  private List<String> asWorker(Path lines, int count) throws IOException {
    final Path jar = folder.resolve("attacker.jar");
    Jars.write(jar, Attacker.class);
    final Path to =
        outputs(
            runs(
                "--jar",
                jar.toString(),
                "--main",
                Attacker.class.getName(),
                "--input",
                lines.toString()));
    final List<String> exits = Files.readAllLines(to.resolve("exits"));
    assertThat(exits).hasSize(count);
    return exits.stream().map(exit -> exit.equals("0") ? DONE : REFUSED).toList();
  }

  private Path outputs(JsonNode ended) {
    return outputs("outputs", ended);
  }

  private Path outputs(String name, JsonNode ended) {
    assertThat(ended.path("state").asText())
        .as(() -> ended.toPrettyString() + grid.said())
        .isEqualTo("finished");
    final Path to = folder.resolve(name);
    grid.lull("outputs", ended.path("id").asText(), "--to", to.toString()).good();
    return to;
  }

  /** The input of a computer that nobody uses. */
  private String away() throws IOException {
    return "script:" + Files.writeString(folder.resolve("away"), "");
  }

  private JsonNode runs(String... job) {
    final List<String> words = new ArrayList<>(List.of("submit", "--json", "--memory", "256M"));
    words.addAll(List.of(job));
    final String id = grid.lull(words.toArray(String[]::new)).good().json().path("id").asText();
    return grid.awaitJob(id, "ended", JOB, TestGrid::ended);
  }

  @Test
  void aGuestThatFillsTheDiskIsEndedAndItsFilesGo() throws Exception {
    final TestAgent agent =
        grid.owners("max-disk = 200M\n").startAgent("pc", Place.HERE, Map.of(), away());
    final String id =
        grid.lull(
                "submit",
                "--json",
                "--memory",
                "256M",
                "--command",
                "sh -c 'head -c 1000000000 /dev/zero >/dev/shm/full; sleep 600'",
                "--tasks",
                "1")
            .good()
            .json()
            .path("id")
            .asText();
    agent.program().awaitLine("ending " + id + "-w1 by force: it wrote more than the 200 MiB", JOB);
    grid.lull("cancel", id).good();
    grid.awaitJob(id, "ended", JOB, TestGrid::ended);
  }

  @Test
  void withoutASandboxThereAreNoGuestsAndTheReasonIsSaid() throws Exception {
    final TestAgent agent =
        grid.launchNewAgent(
            "pc",
            within(
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount --bind /dev/null /usr/bin/bwrap && exec \"$0\" \"$@\""),
            Map.of(),
            away());
    agent.awaitReady();
    final JsonNode node =
        grid.awaitNode("pc", "says why", each -> each.path("reason").asText().contains("confined"));
    assertThat(node.path("state").asText()).isNotEqualTo("available");
    assertThat(node.path("reason").asText())
        .startsWith("guests cannot be confined here: require-isolation is sandbox")
        .contains("bubblewrap is not installed");
  }
}
