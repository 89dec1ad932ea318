package io.lull.testkit.postgres;

import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A PostgreSQL on a loopback port, with nothing in it; it and its files are gone when it is closed.
 */
public final class PostgresServer implements AutoCloseable {
  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
  private static final String UNPRIVILEGED = "nobody";
  private static final Duration START = Duration.ofSeconds(60);

  private final Path programs;
  private final Path folder;
  private final RunningProgram program;
  private final int port;
  private int databases;

  private PostgresServer(Path programs, Path folder, RunningProgram program, int port) {
    this.programs = programs;
    this.folder = folder;
    this.program = program;
    this.port = port;
  }

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

  public static PostgresServer start() {
    final Path programs = newest().orElseThrow();
    final Path folder;
    final int port;
    try {
      folder = Files.createTempDirectory("lull-postgres");
      port = freePort();
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
    final RunningProgram program =
        RunningProgram.named("postgres")
            .command(
                unprivileged(
                    programs.resolve("postgres").toString(),
                    "-D",
                    data.toString(),
                    "-k",
                    folder.toString(),
                    "-p",
                    Integer.toString(port),
                    "-c",
                    "listen_addresses=127.0.0.1"))
            .toleratingAnyLog()
            .start();
    program.awaitLine("ready to accept connections", START);
    return new PostgresServer(programs, folder, program, port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
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
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + name + "?user=lull";
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

  private void tool(String program, String... arguments) {
    final List<String> command =
        new ArrayList<>(
            List.of(
                programs.resolve(program).toString(),
                "--host=127.0.0.1",
                "--port=" + port,
                "--username=lull"));
    command.addAll(List.of(arguments));
    Tools.run(START, command);
  }

  @Override
  public void close() {
    program.close();
    Tools.run(START, List.of("rm", "-rf", folder.toString()));
  }
}
