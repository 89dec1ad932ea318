package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.testkit.postgres.OwnPostgres;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Three coordinators of one store: whichever of them leads may be killed or frozen. */
@Tag("system")
final class SeveralCoordinatorsTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofMinutes(3);
  private static final int MEMBERS = 3;

  @RegisterExtension static final OwnPostgres postgres = new OwnPostgres();

  @TempDir private Path folder;
  private String store = "";
  private final List<String> addresses = new ArrayList<>();
  private final Map<Integer, RunningProgram> members = new TreeMap<>();
  private final List<RunningProgram> agents = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    store = postgres.newDatabase();
    for (int m = 0; m < MEMBERS; m++) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        addresses.add("127.0.0.1:" + socket.getLocalPort());
      }
    }
  }

  @AfterEach
  void stop() {
    final Closing closing = new Closing();
    agents.forEach(agent -> closing.then(agent::close));
    members.values().forEach(member -> closing.then(member::close));
    closing.done();
  }

  private RunningProgram member(int m) {
    final List<String> others = new ArrayList<>(addresses);
    others.remove(m);
    final RunningProgram program =
        RunningProgram.named("member " + m)
            .command(
                Lull.command(
                    "coordinator",
                    "--data",
                    folder.resolve("member" + m).toString(),
                    "--listen",
                    addresses.get(m),
                    "--join",
                    String.join(",", others),
                    "--store",
                    store))
            .start();
    members.put(m, program);
    return program;
  }

  private Outcome ask(String... arguments) {
    return Lull.run(
        Place.HERE, Map.of("LULL_HOME", folder.resolve("home").toString()), SOON, arguments);
  }

  private RunningProgram agent(String name) throws IOException {
    final Path config = folder.resolve(name + ".conf");
    Files.writeString(config, "idle-after = 1s\n");
    final Path script = folder.resolve(name + ".script");
    Files.writeString(script, "");
    final RunningProgram agent =
        RunningProgram.named("agent " + name)
            .command(
                Lull.command(
                    "agent",
                    "--coordinator",
                    String.join(",", addresses),
                    "--data",
                    folder.resolve(name).toString(),
                    "--name",
                    name,
                    "--input",
                    "script:" + script,
                    "--config",
                    config.toString(),
                    "--enroll",
                    ask("token", "create", "--role", "node").good().output().strip()))
            .start();
    agents.add(agent);
    agent.awaitLine("ready", SOON);
    return agent;
  }

  private String submit(String iterations) {
    return ask(
            "submit",
            "--app",
            "jacobi",
            "--workers",
            "1:2",
            "--param",
            "size=301",
            "--param",
            "iterations=" + iterations)
        .good()
        .output()
        .lines()
        .findFirst()
        .orElseThrow()
        .replaceFirst("^.*?(J\\d+).*$", "$1");
  }

  private JsonNode job(String id) {
    try {
      return new ObjectMapper().readTree(ask("job", id, "--json").good().output());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void signal(RunningProgram program, String signal) {
    Tools.run(SOON, List.of("kill", signal, Long.toString(program.pid())));
  }

  @Test
  void nothingAcceptedIsLostWhenLeadersAreKilledAndFrozen() throws Exception {
    final RunningProgram first = member(0);
    first.awaitLine("listening on", SOON);
    final RunningProgram second = member(1);
    second.awaitLine("standing by", SOON);
    ask(
            "login",
            "--coordinator",
            String.join(",", addresses),
            "--enroll",
            Files.readString(folder.resolve("member0/admin.token")).strip())
        .good();
    agent("ada");
    agent("bob");
    final List<String> accepted = new ArrayList<>();
    accepted.add(submit("30000"));
    Eventually.await(
        "the first job runs",
        SOON,
        () -> job(accepted.getFirst()).get("state").textValue().equals("running"));
    accepted.add(submit("200"));

    first.kill();
    second.awaitLine("listening on", SOON);
    accepted.add(submit("200"));
    assertThat(job(accepted.getFirst()).get("state").textValue())
        .isIn("running", "reconfiguring", "recovering", "finished");

    final RunningProgram third = member(2);
    third.awaitLine("standing by", SOON);
    signal(second, "-STOP");
    third.awaitLine("listening on", SOON);
    accepted.add(submit("200"));
    signal(second, "-CONT");
    second.awaitLine("standing by", SOON);
    accepted.add(submit("200"));

    for (final String id : accepted) {
      Eventually.await(
          id + " has finished", LONG, () -> job(id).get("state").textValue().equals("finished"));
    }
    assertThat(accepted).doesNotHaveDuplicates();
  }
}
