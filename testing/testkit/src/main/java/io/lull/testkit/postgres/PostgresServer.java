package io.lull.testkit.postgres;

import io.lull.testkit.lab.LabHosts;
import io.lull.testkit.net.ReservedPorts;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A PostgreSQL with nothing in it; it and its files are gone when it is closed. */
public final class PostgresServer implements AutoCloseable {
  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
  private static final String UNPRIVILEGED = "nobody";
  private static final int USUAL_PORT = 5432;
  private static final Duration START = Duration.ofSeconds(60);

  private final Path programs;
  private final Path folder;
  private final Site site;
  private RunningProgram program;
  private int databases;

  private PostgresServer(Path programs, Path folder, Site site) {
    this.programs = programs;
    this.folder = folder;
    this.site = site;
    this.program = run();
  }

  /**
   * Where it runs.
   *
   * @param running the command that runs the given one there
   */
  private record Site(
      String address, int port, UnaryOperator<List<String>> running, Runnable release) {}

  /** Why there can be none here; empty: there can. */
  public static Optional<String> unavailable() {
    return newest().isEmpty()
        ? Optional.of("postgresql is not installed")
        : Tools.missing("setpriv");
  }

  private static Optional<Path> newest() {
    if (!Files.isDirectory(INSTALLED)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(INSTALLED)) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
          .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
          .max(Comparator.naturalOrder());
    } catch (IOException e) {
      throw new AssertionError(INSTALLED + " cannot be read", e);
    }
  }

  /** On a loopback port. */
  public static PostgresServer start() {
    try {
      final ReservedPorts reserved = ReservedPorts.open(1);
      return start(
          new Site("127.0.0.1", reserved.first(), UnaryOperator.identity(), reserved::close));
    } catch (IOException e) {
      throw new AssertionError("no port for a database", e);
    }
  }

  /** On a host of its own, for all that reach it. */
  public static PostgresServer startOn(LabHosts.Host host) {
    return start(new Site(host.address(), USUAL_PORT, host::running, () -> {}));
  }

  private static PostgresServer start(Site site) {
    final Path programs = newest().orElseThrow();
    final Path folder;
    try {
      folder = Files.createTempDirectory("lull-postgres");
    } catch (IOException e) {
      throw new AssertionError("no place for a database", e);
    }
    final Path data = folder.resolve("data");
    if (isRoot()) {
      // It refuses to run as root.
      Tools.run(START, List.of("chown", UNPRIVILEGED, folder.toString()));
    }
    Tools.run(
        START,
        unprivileged(
            programs.resolve("initdb").toString(),
            "--pgdata=" + data,
            "--username=lull",
            "--auth=trust",
            "--encoding=UTF8",
            "--no-instructions"));
    try {
      Files.writeString(
          data.resolve("pg_hba.conf"),
          "host all all " + site.address() + "/24 trust\n",
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new AssertionError("nobody can be let in", e);
    }
    return new PostgresServer(programs, folder, site);
  }

  private RunningProgram run() {
    final RunningProgram running =
        RunningProgram.named("postgres")
            .command(
                site.running()
                    .apply(
                        unprivileged(
                            programs.resolve("postgres").toString(),
                            "-D",
                            folder.resolve("data").toString(),
                            "-k",
                            folder.toString(),
                            "-p",
                            Integer.toString(site.port()),
                            "-c",
                            "listen_addresses=" + site.address())))
            .toleratingAnyLog()
            .start();
    running.awaitLine("ready to accept connections", START);
    return running;
  }

  /** Without a chance to write anything. */
  public void kill() {
    program.killFamily();
  }

  /** After it was killed, with all that was committed. */
  public void startAgain() {
    program.close();
    program = run();
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static List<String> unprivileged(String... command) {
    final List<String> words = new ArrayList<>();
    if (isRoot()) {
      words.addAll(
          List.of("setpriv", "--reuid=" + UNPRIVILEGED, "--regid=nogroup", "--clear-groups"));
    }
    words.addAll(List.of(command));
    return words;
  }

  /** The address of a database with nothing in it. */
  public String newDatabase() {
    final String name = "lull" + ++databases;
    tool("createdb", name);
    return "jdbc:postgresql://" + site.address() + ":" + site.port() + "/" + name + "?user=lull";
  }

  /** Dumps the newest database, as an administrator's backup does. */
  public void dump(Path file) {
    tool("pg_dump", "--format=custom", "--file=" + file, "lull" + databases);
  }

  /** The address of a new database with what was dumped. */
  public String restored(Path file) {
    final String url = newDatabase();
    tool("pg_restore", "--exit-on-error", "--dbname=lull" + databases, file.toString());
    return url;
  }

  /** Dumps the newest database as statements that any version reads. */
  public void dumpStatements(Path file) {
    tool(
        "pg_dump",
        "--format=plain",
        "--inserts",
        "--no-owner",
        "--no-privileges",
        "--file=" + file,
        "lull" + databases);
  }

  /** The address of a new database with what statements make. */
  public String filled(Path statements) {
    final String url = newDatabase();
    tool(
        "psql",
        "--quiet",
        "--no-psqlrc",
        "--set=ON_ERROR_STOP=1",
        "--output=/dev/null",
        "--dbname=lull" + databases,
        "--file=" + statements);
    return url;
  }

  private void tool(String program, String... arguments) {
    final List<String> command =
        new ArrayList<>(
            List.of(
                programs.resolve(program).toString(),
                "--host=" + site.address(),
                "--port=" + site.port(),
                "--username=lull"));
    command.addAll(List.of(arguments));
    Tools.run(START, site.running().apply(command));
  }

  @Override
  public void close() {
    program.close();
    site.release().run();
    Tools.run(START, List.of("rm", "-rf", folder.toString()));
  }
}
