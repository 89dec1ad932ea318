package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people get wrong: each time the contract's exit code and one line that helps. */
@Tag("system")
class BadInputTest {
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;
  private static final int UNREACHABLE = 3;
  private static final int NOT_ALLOWED = 4;
  private static final Duration JOB = Duration.ofMinutes(2);

  @TempDir static Path folder = Path.of("");

  private static TestGrid grid;
  private static TestAgent agent;

  @BeforeAll
  static void startAGridOfOneNode() throws IOException {
    grid = new TestGrid(folder.resolve("grid"), Place.HERE);
    Files.createDirectory(folder.resolve("grid"));
    grid.startCoordinator();
    grid.loginAsFirstAdmin();
    final Path nobody = Files.writeString(folder.resolve("away.script"), "0 mains\n");
    agent = grid.startAgent("pc1", Place.HERE, Map.of(), "script:" + nobody);
    grid.awaitNode("pc1", "is available", node -> node.path("state").asText().equals("available"));
  }

  @AfterAll
  static void endTheGrid() {
    final Leftovers leftovers = new Leftovers();
    leftovers.watch(folder);
    if (grid != null) {
      grid.close();
    }
    leftovers.check();
  }

  @Test
  void aTokenThatIsNoTokenIsBadInput() {
    grid.login(home("nonsense"), "nonsense", "eve").refused(BAD_INPUT, "token");
  }

  @Test
  void aTokenThatTheCoordinatorNeverMadeIsRefused() {
    final String real = grid.token("user");
    final byte[] bytes = Base64.getUrlDecoder().decode(real.substring("lull1.".length()));
    bytes[0] ^= 1;
    grid.login(
            home("guessed"),
            "lull1." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes),
            "eve")
        .refused(NOT_ALLOWED, "token");
  }

  @Test
  void aTokenOfAnotherCoordinatorIsNotShownToThisOne() {
    final byte[] bytes =
        Base64.getUrlDecoder().decode(grid.token("user").substring("lull1.".length()));
    bytes[bytes.length - 1] ^= 1;
    grid.login(
            home("hijacked"),
            "lull1." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes),
            "eve")
        .refused(NOT_ALLOWED, "authority|token|coordinator");
  }

  @Test
  void aTokenIsGoodForOnce() {
    final String token = grid.token("user");
    loggedIn("first", token, "ann");
    grid.login(home("second"), token, "bob").refused(NOT_ALLOWED, "token");
    assertThat(home("second").resolve("credentials")).doesNotExist();
  }

  @Test
  void anExpiredTokenIsRefused() {
    final JsonNode document =
        grid.ask("token", "create", "--role", "user", "--expires", "1s", "--json").good().json();
    final long expires =
        java.time.Instant.parse(document.path("expiresAt").asText()).toEpochMilli();
    Eventually.await(
        "the token's second is over",
        Duration.ofSeconds(30),
        () -> SystemClock.INSTANCE.epochMillis() > expires);
    grid.login(home("late"), document.path("token").asText(), "eve")
        .refused(NOT_ALLOWED, "expired");
  }

  @Test
  void aUserMayNotMakeTokensOrDrainNodes() {
    loggedIn("user", grid.token("user"), "ulla");
    as("user", "token", "create").refused(NOT_ALLOWED, "ulla.*role");
    grid.ask(home("user"), "drain", "pc1").refused(NOT_ALLOWED, "ulla.*role");
    grid.ask(home("user"), "nodes").good();
  }

  @Test
  void credentialsOfAnotherCoordinatorAreOfNoUseHere() throws IOException {
    Files.createDirectory(folder.resolve("other"));
    try (TestGrid other = new TestGrid(folder.resolve("other"), Place.HERE)) {
      other.startCoordinator();
      other.loginAsFirstAdmin();
      Files.writeString(other.home().resolve("coordinator"), grid.address() + "\n");
      other.lull("jobs").refused(NOT_ALLOWED, "trust|log in");
    }
  }

  @Test
  void whoHasNotLoggedInIsToldHowTo() {
    as("stranger", "jobs").refused(NOT_ALLOWED, "lull login");
  }

  @Test
  void aSecondAgentInOneDataFolderIsRefused() {
    final TestAgent second = grid.launchAgent("pc1", Place.HERE, Map.of(), "none");
    assertRefused(second.program(), BAD_INPUT, "another agent|in use|already");
    assertThat(agent.program().alive()).isTrue();
  }

  @Test
  void anAgentThatNeverEnrolledAndHasNoTokenIsToldSo() {
    assertRefused(
        grid.launchAgent("pc9", Place.HERE, Map.of(), "none").program(), BAD_INPUT, "--enroll");
  }

  @Test
  void anAgentWithAWrongTokenIsRefused() {
    final String token = grid.token("node");
    loggedIn("spender", token, "spender");
    assertRefused(
        grid.launchAgent("pc8", Place.HERE, Map.of(), "none", "--enroll", token).program(),
        NOT_ALLOWED,
        "token");
  }

  @Test
  void aSecondCoordinatorInOneDataFolderIsRefused() {
    final Outcome second =
        Lull.run(
            Place.HERE,
            Map.of(),
            Lull.COMMAND,
            "coordinator",
            "--data",
            grid.coordinatorData().toString(),
            "--listen",
            "127.0.0.1:0");
    assertThat(second.exitCode()).isEqualTo(BAD_INPUT);
    assertThat(second.errors())
        .anySatisfy(line -> assertThat(line).containsPattern("in use|another"));
  }

  @Test
  void aPortInUseIsNamed() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      final String address = "127.0.0.1:" + taken.getLocalPort();
      final Outcome outcome =
          Lull.run(
              Place.HERE,
              Map.of(),
              Lull.COMMAND,
              "coordinator",
              "--data",
              folder.resolve("porter").toString(),
              "--listen",
              address);
      assertThat(outcome.exitCode()).isEqualTo(BAD_INPUT);
      assertThat(outcome.errors())
          .anySatisfy(line -> assertThat(line).contains(address.substring(10)));
    }
  }

  @Test
  void aCoordinatorThatIsNotThereIsUnreachable() throws IOException {
    loggedIn("lonely", grid.token("user"), "lea");
    final int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Files.writeString(home("lonely").resolve("coordinator"), "127.0.0.1:" + port + "\n");
    as("lonely", "jobs").refused(UNREACHABLE, "127\\.0\\.0\\.1:" + port);
  }

  @Test
  void anOwnerCommandWithoutAnAgentIsUnreachable() {
    grid.lull("owner", "status", "--data", folder.resolve("no-agent").toString())
        .refused(UNREACHABLE, "agent");
  }

  @Test
  void anOwnersSettingOutOfRangeIsRefusedWithTheRange() {
    final String data = agent.data().toString();
    grid.lull("owner", "set", "cpu-threshold", "7", "--data", data)
        .refused(BAD_INPUT, "0\\.01 to 1");
    grid.ask("owner", "set", "no-such-key", "7", "--data", data).refused(BAD_INPUT, "idle-after");
  }

  @Test
  void aLeastAboveTheGreatestIsRefused() {
    submitted("--app", "jacobi", "--workers", "5:2").refused(BAD_INPUT, "5");
    asked("--app", "jacobi", "--workers", "0:2").refused(BAD_INPUT, "worker|least|1");
  }

  @Test
  void anUnknownApplicationOrParameterIsRefusedWithThoseThereAre() {
    submitted("--app", "jacoby").refused(BAD_INPUT, "jacobi");
    asked("--app", "jacobi", "--param", "sise=5").refused(BAD_INPUT, "size");
    asked("--app", "jacobi", "--param", "size=many").refused(BAD_INPUT, "size");
    asked("--app", "jacobi", "--require", "os ==").refused(BAD_INPUT, "require|expression|os");
    asked("--app", "jacobi", "--checkpoint", "often").refused(BAD_INPUT, "checkpoint|duration");
  }

  @Test
  void anInputThatIsMissingAFolderOrHugeIsRefused() throws IOException {
    final Path missing = folder.resolve("missing.csv");
    submitted("--app", "jacobi", "--input", missing.toString()).refused(BAD_INPUT, "missing\\.csv");
    asked("--app", "jacobi", "--input", folder.toString()).refused(BAD_INPUT, "folder|file");
    final Path huge = folder.resolve("huge.csv");
    try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
      sparse.setLength(3L << 30);
    }
    submitted("--app", "jacobi", "--input", huge.toString()).refused(BAD_INPUT, "huge\\.csv");
    Files.delete(huge);
  }

  @Test
  void aJobWhoseInputDoesNotFitFailsWithOneLineThatNamesTheFile() throws IOException {
    final Path input = Files.writeString(folder.resolve("plates.csv"), "3,4,1.0\n700,2,0.5\n");
    final Outcome outcome =
        submitted("--app", "jacobi", "--param", "size=101", "--input", input.toString(), "--wait");
    assertThat(outcome.exitCode()).as(outcome.toString() + grid.said()).isIn(FAILED, BAD_INPUT);
    assertThat(outcome.errors())
        .anySatisfy(line -> assertThat(line).contains("plates.csv").contains("2"));
  }

  @Test
  void aWorkerThatDiesAtStartFailsItsJobAfterAFewTries() throws IOException {
    final Path jar = folder.resolve("dies.jar");
    Jars.write(jar, DiesAtStart.class);
    final Outcome outcome =
        submitted("--jar", jar.toString(), "--main", DiesAtStart.class.getName(), "--wait");
    assertThat(outcome.exitCode()).as(outcome.toString() + grid.said()).isEqualTo(FAILED);
    awaitFree();
  }

  @Test
  void aMainClassThatIsNotInTheJarIsNamed() throws IOException {
    final Path jar = folder.resolve("other.jar");
    Jars.write(jar, DiesAtStart.class);
    submitted("--jar", jar.toString(), "--main", "org.example.Missing")
        .refused(BAD_INPUT, "org\\.example\\.Missing");
  }

  @Test
  void aProgramOfOnesOwnRunsOutOfItsJar() throws IOException {
    final Path jar = folder.resolve("plate.jar");
    Jars.write(jar, Plate.class);
    final Outcome outcome =
        submitted("--jar", jar.toString(), "--main", Plate.class.getName(), "--wait", "--json");
    assertThat(outcome.good().json().path("checkValues").path("iterations").asText())
        .isEqualTo("100");
    awaitFree();
  }

  @Test
  void aJobThatAsksForMoreThanThereIsWaitsAndSaysForWhat() {
    final String memory =
        submitted("--app", "jacobi", "--memory", "500T", "--json")
            .good()
            .json()
            .path("id")
            .asText();
    assertThat(waiting(memory)).containsPattern("(?i)memory|meet its requirements");
    final String nodes =
        asked("--app", "jacobi", "--workers", "3:3", "--json").good().json().path("id").asText();
    assertThat(waiting(nodes)).contains("3");
    grid.lull("cancel", memory).good();
    grid.ask("cancel", nodes).good();
    assertThat(grid.job(nodes).path("state").asText()).isEqualTo("cancelled");
  }

  @Test
  void aJobOrNodeThatIsNotThereIsNamed() {
    grid.lull("job", "J9999").refused(BAD_INPUT, "J9999");
    grid.ask("node", "pc77").refused(BAD_INPUT, "pc77");
    grid.ask("drain", "pc77").refused(BAD_INPUT, "pc77");
    grid.ask("cancel", "J9999").refused(BAD_INPUT, "J9999");
  }

  @Test
  void aCommandThatIsNoneIsRefused() {
    grid.lull("juggle").refused(BAD_INPUT, "juggle");
    grid.ask("jobs", "--jason").refused(BAD_INPUT, "jason");
  }

  private static String waiting(String job) {
    return grid.awaitJob(
            job,
            "waits with a reason",
            TestGrid.SOON,
            document ->
                document.path("state").asText().equals("queued")
                    && !document.path("reason").asText("").isBlank()
                    && !document.path("reason").isNull())
        .path("reason")
        .asText();
  }

  private static void awaitFree() {
    grid.awaitNode("pc1", "is free again", node -> node.path("state").asText().equals("available"));
  }

  private static Outcome submitted(String... more) {
    return grid.lull(JOB, submission(more));
  }

  /** The same by the client that is open; a mistake of each kind is made with a program too. */
  private static Outcome asked(String... more) {
    return grid.ask(submission(more));
  }

  private static String[] submission(String... more) {
    final java.util.ArrayList<String> arguments = new java.util.ArrayList<>();
    arguments.add("submit");
    arguments.addAll(java.util.List.of(more));
    return arguments.toArray(String[]::new);
  }

  private static void loggedIn(String user, String token, String name) {
    grid.ask(
            home(user), "login", "--coordinator", grid.address(), "--enroll", token, "--name", name)
        .good();
  }

  private static Outcome as(String user, String... arguments) {
    return Lull.run(
        Place.HERE, Map.of("LULL_HOME", home(user).toString()), Lull.COMMAND, arguments);
  }

  private static Path home(String user) {
    return folder.resolve("home-" + user);
  }

  private static void assertRefused(RunningProgram program, int code, String expression) {
    assertThat(program.awaitExit(TestGrid.SOON)).as(program.said()).isEqualTo(code);
    assertThat(program.errorLines())
        .anySatisfy(line -> assertThat(line).containsPattern(expression));
  }
}
