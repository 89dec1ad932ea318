package io.lull.system;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.lab.LabHosts;
import io.lull.testkit.postgres.PostgresServer;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Three coordinators and their PostgreSQL, three workstations and a user, each on a host of its
 * own. Whatever its programs log is part of what happens to them.
 */
final class MembersOffice implements AutoCloseable {
  static final int MEMBERS = 3;
  private static final int WORKSTATIONS = 3;
  private static final int STORE = 0;
  private static final int FIRST_MEMBER = 1;
  private static final int FIRST_WORKSTATION = FIRST_MEMBER + MEMBERS;
  private static final int USER = FIRST_WORKSTATION + WORKSTATIONS;
  private static final int PORT = 7400;
  private static final String LEADS = "listening on";
  private static final String STANDS_BY = "standing by";
  private static final String DEPOSED = "another coordinator leads now";

  private final Path folder;
  private final LabHosts lab;
  private final List<RunningProgram> members = new ArrayList<>();
  private final List<RunningProgram> agents = new ArrayList<>();
  private final List<OutputStream> owners = new ArrayList<>();
  private @Nullable PostgresServer postgres;
  private @Nullable OpenClient client;
  private String store = "";

  MembersOffice(Path folder) {
    this.folder = folder;
    this.lab = LabHosts.up(USER + 1);
  }

  /** The first member leads when it returns, and all three workstations are idle. */
  void start() throws Exception {
    final PostgresServer server = PostgresServer.startOn(lab.host(STORE));
    postgres = server;
    store = server.newDatabase();
    for (int m = 0; m < MEMBERS; m++) {
      members.add(member(m));
      members.get(m).awaitLine(m == 0 ? LEADS : "standing by", TestGrid.SOON);
    }
    client = OpenClient.on(Place.on(lab.host(USER)), folder.resolve("client.socket"));
    ask(
            "login",
            "--coordinator",
            addresses(),
            "--enroll",
            Files.readString(folder.resolve("member0/admin.token")).strip())
        .good();
    for (int w = 0; w < WORKSTATIONS; w++) {
      agents.add(agent(w));
    }
    agents.forEach(agent -> agent.awaitLine("ready", TestGrid.SOON));
  }

  private String addresses() {
    return IntStream.range(0, MEMBERS).mapToObj(this::address).collect(Collectors.joining(","));
  }

  private String address(int m) {
    return lab.host(FIRST_MEMBER + m).address() + ":" + PORT;
  }

  private RunningProgram member(int m) {
    final String others =
        IntStream.range(0, MEMBERS)
            .filter(other -> other != m)
            .mapToObj(this::address)
            .collect(Collectors.joining(","));
    return RunningProgram.named("member " + m)
        .command(
            lab.host(FIRST_MEMBER + m)
                .running(
                    Lull.command(
                        "coordinator",
                        "--data",
                        folder.resolve("member" + m).toString(),
                        "--listen",
                        address(m),
                        "--join",
                        others,
                        "--store",
                        store)))
        .environment(Lull.JAVA_OPTIONS, Lull.QUICK_COMPILER)
        .toleratingAnyLog()
        .start();
  }

  private RunningProgram agent(int w) throws IOException, InterruptedException {
    final String name = "pc" + w;
    final Path config = folder.resolve(name + ".conf");
    Files.writeString(
        config,
        """
        idle-after = 1s
        cpu-threshold = 1.0
        busy-disk = 1.0
        busy-network = 1.0
        cpu-window = 1s
        grace = 10s
        """);
    final Path owner = folder.resolve(name + ".owner");
    if (new ProcessBuilder("mkfifo", owner.toString()).start().waitFor() != 0) {
      throw new AssertionError("no pipe for an owner");
    }
    final RunningProgram agent =
        RunningProgram.named("agent " + name)
            .command(
                lab.host(FIRST_WORKSTATION + w)
                    .running(
                        Lull.command(
                            "agent",
                            "--coordinator",
                            addresses(),
                            "--data",
                            folder.resolve(name).toString(),
                            "--name",
                            name,
                            "--input",
                            "script:" + owner,
                            "--config",
                            config.toString(),
                            "--enroll",
                            ask("token", "create", "--role", "node").good().output().strip())))
            .toleratingAnyLog()
            .start();
    owners.add(Files.newOutputStream(owner, StandardOpenOption.WRITE));
    return agent;
  }

  /** Carries out a command on the user's host; safe for several threads, one after another. */
  Outcome ask(String... arguments) {
    return Objects.requireNonNull(client, "not started").run(folder.resolve("home"), arguments);
  }

  JsonNode job(String id) {
    return ask("job", id, "--json").good().json();
  }

  Path outputs(String id) {
    final Path to = folder.resolve("outputs-" + id);
    ask("outputs", id, "--to", to.toString()).good();
    return to;
  }

  int workstations() {
    return WORKSTATIONS;
  }

  void ownerReturns(int workstation, int seconds) {
    try {
      final OutputStream owner = owners.get(workstation);
      owner.write(("now typing " + seconds + "\n").getBytes(StandardCharsets.US_ASCII));
      owner.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How often each member has begun to lead, in this run of it. */
  int[] turns() {
    return members.stream()
        .mapToInt(
            member -> (int) member.lines().stream().filter(line -> line.contains(LEADS)).count())
        .toArray();
  }

  /** Whether the last that it said of itself is that it leads. */
  boolean leads(int member) {
    return members.get(member).lines().stream()
        .filter(line -> line.contains(LEADS) || line.contains(STANDS_BY) || line.contains(DEPOSED))
        .reduce((_, last) -> last)
        .filter(line -> line.contains(LEADS))
        .isPresent();
  }

  /** Waits until one begins to lead that had not when the turns were counted. */
  int awaitNextLeader(int[] before) {
    return explained(() ->
        Eventually.get(
            "another member leads",
            TestGrid.SOON,
            () -> {
              final int[] now = turns();
              return IntStream.range(0, MEMBERS)
                  .filter(m -> now[m] > before[m])
                  .boxed()
                  .findFirst()
                  .orElse(null);
            }));
  }

  /** A failure of this comes with what all programs said. */
  <T> T explained(Supplier<T> work) {
    try {
      return work.get();
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + said(), e);
    }
  }

  void killMember(int m) {
    members.get(m).killFamily();
  }

  void startMemberAgain(int m) {
    members.get(m).close();
    members.set(m, member(m));
    members.get(m).awaitLine("standing by|" + LEADS, TestGrid.SOON);
  }

  void killStore() {
    lab.host(STORE).crash();
  }

  void startStoreAgain() {
    Objects.requireNonNull(postgres, "not started").startAgain();
  }

  LabHosts.Host memberHost(int m) {
    return lab.host(FIRST_MEMBER + m);
  }

  LabHosts.Host storeHost() {
    return lab.host(STORE);
  }

  void linkOfMember(int m, boolean up) {
    lab.link(FIRST_MEMBER + m, up);
  }

  void linkOfStore(boolean up) {
    lab.link(STORE, up);
  }

  /** Waits until a member says this in a line that it had not said when they were counted. */
  void awaitWord(int m, String expression, int from) {
    members.get(m).awaitLine(expression, from, TestGrid.SOON);
  }

  int linesOf(int m) {
    return members.get(m).lines().size();
  }

  private String said() {
    return members.stream().map(RunningProgram::said).collect(Collectors.joining())
        + agents.stream().map(RunningProgram::said).collect(Collectors.joining());
  }

  @Override
  public void close() {
    final Closing closing = new Closing();
    if (client != null) {
      closing.then(client::close);
    }
    agents.forEach(agent -> closing.then(agent::close));
    members.forEach(member -> closing.then(member::close));
    if (postgres != null) {
      closing.then(postgres::close);
    }
    for (final OutputStream owner : owners) {
      closing.then(() -> {
        try {
          owner.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    }
    closing.then(lab::close);
    closing.done();
  }
}
