package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.net.ReservedPorts;
import io.lull.testkit.postgres.OwnPostgres;
import io.lull.testkit.process.ListeningSockets;
import io.lull.testkit.process.ListeningSockets.Listening;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Three coordinators that listen on every interface, and the link between them. */
@Tag("system")
@Tag("nightly")
final class MembersLinkTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int MEMBERS = 3;
  private static final int JOBS = 4;
  private static final Pattern NAME = Pattern.compile("lull-[0-9a-f]{32}");

  @RegisterExtension static final OwnPostgres postgres = new OwnPostgres();

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newBuilder().connectTimeout(SOON).build();
  private List<Integer> ports = List.of();
  private List<Integer> links = List.of();
  private @Nullable ReservedPorts reserved;
  private final Map<Integer, RunningProgram> members = new TreeMap<>();
  private final Map<Integer, String> doors = new HashMap<>();
  private String store = "";

  @BeforeEach
  void start() throws IOException {
    store = postgres.newDatabase();
    // A leader that steps down listens again on its ports, so that they must stay free meanwhile.
    reserved = ReservedPorts.open(2 * MEMBERS);
    ports = reserved.all().subList(0, MEMBERS);
    links = reserved.all().subList(MEMBERS, 2 * MEMBERS);
  }

  @AfterEach
  void stop() {
    final Closing closing = new Closing();
    members.values().forEach(member -> closing.then(member::close));
    closing.then(http::close);
    final ReservedPorts given = reserved;
    if (given != null) {
      closing.then(given::close);
    }
    closing.done();
  }

  private RunningProgram member(int m) {
    final String others =
        IntStream.range(0, MEMBERS)
            .filter(other -> other != m)
            .mapToObj(other -> "127.0.0.1:" + ports.get(other) + "/" + links.get(other))
            .collect(Collectors.joining(","));
    final RunningProgram program =
        RunningProgram.named("member " + m)
            .command(
                Lull.command(
                    "coordinator",
                    "--data",
                    folder.resolve("member" + m).toString(),
                    "--listen",
                    "0.0.0.0:" + ports.get(m),
                    "--member-listen",
                    "0.0.0.0:" + links.get(m),
                    "--join",
                    others,
                    "--metrics",
                    "127.0.0.1:0",
                    "--store",
                    store))
            .start();
    members.put(m, program);
    doors.put(m, program.awaitLine("http://", SOON).replaceFirst("^.*(http://\\S+).*$", "$1"));
    return program;
  }

  private Outcome ask(String... arguments) {
    return Lull.run(
        Place.HERE, Map.of("LULL_HOME", folder.resolve("home").toString()), SOON, arguments);
  }

  private void submit() {
    ask("submit", "--app", "jacobi", "--param", "size=31", "--param", "iterations=5").good();
  }

  private int shown(int m, String metric) {
    try {
      return http.send(
              HttpRequest.newBuilder(URI.create(doors.get(m) + "/metrics")).timeout(SOON).build(),
              HttpResponse.BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith(metric + " "))
          .map(line -> (int) Double.parseDouble(line.substring(metric.length() + 1)))
          .findFirst()
          .orElse(-1);
    } catch (IOException e) {
      return -1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private void awaitShown(String metric, int value, int... who) {
    for (final int m : who) {
      Eventually.await(
          metric + " of member " + m + " is " + value, LONG, () -> shown(m, metric) == value);
    }
  }

  private static void signal(RunningProgram program, String signal) {
    Tools.run(SOON, List.of("kill", signal, Long.toString(program.pid())));
  }

  private void onlyTheirPortsAreReachable() {
    members.forEach((m, program) -> {
      final Set<Listening> listening = ListeningSockets.of(program.pid());
      assertThat(listening.stream().filter(Listening::reachable).map(Listening::port))
          .isSubsetOf(ports.get(m), links.get(m))
          .contains(links.get(m));
    });
  }

  @Test
  void theyAreOneClusterThatBearsTheLossAndTheReturnOfAny() throws Exception {
    final RunningProgram first = member(0);
    first.awaitLine("listening on", SOON);
    final RunningProgram second = member(1);
    second.awaitLine("standing by", SOON);
    final RunningProgram third = member(2);
    third.awaitLine("in touch with 127\\.0\\.0\\.1:\\d+, 127\\.0\\.0\\.1:\\d+", SOON);
    awaitShown("lull_members", MEMBERS, 0, 1, 2);
    onlyTheirPortsAreReachable();
    ask(
            "login",
            "--coordinator",
            ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(",")),
            "--enroll",
            Files.readString(folder.resolve("member0/admin.token")).strip())
        .good();
    for (int i = 0; i < JOBS; i++) {
      submit();
    }
    awaitShown("lull_member_records", JOBS, 0, 1, 2);

    signal(third, "-STOP");
    submit();
    awaitShown("lull_members", 2, 0, 1);
    awaitShown("lull_member_records", JOBS + 1, 0, 1);
    signal(third, "-CONT");
    awaitShown("lull_members", MEMBERS, 0, 1, 2);
    awaitShown("lull_member_records", JOBS + 1, 0, 1, 2);

    signal(first, "-STOP");
    Eventually.await(
        "another leads", SOON, () -> shown(1, "lull_leader") + shown(2, "lull_leader") == 1);
    submit();
    signal(first, "-CONT");
    first.awaitLine("standing by", SOON);
    awaitShown("lull_members", MEMBERS, 0, 1, 2);
    awaitShown("lull_member_records", JOBS + 2, 0, 1, 2);

    final int leader = shown(1, "lull_leader") == 1 ? 1 : 2;
    Objects.requireNonNull(members.get(leader)).kill();
    members.remove(leader);
    awaitShown("lull_members", 2, 0, 3 - leader);
    Eventually.await(
        "another leads",
        SOON,
        () -> shown(0, "lull_leader") + shown(3 - leader, "lull_leader") == 1);
    awaitShown("lull_member_records", JOBS + 2, 0, 3 - leader);
    onlyTheirPortsAreReachable();
    for (final RunningProgram program : List.of(first, second, third)) {
      assertThat(program.lines())
          .as("the cluster's name is a secret")
          .noneMatch(NAME.asPredicate());
    }
  }
}
