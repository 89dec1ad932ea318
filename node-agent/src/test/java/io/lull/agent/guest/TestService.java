package io.lull.agent.guest;

import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.SystemUser;
import io.lull.testkit.process.Tools;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The guest service as a process of its own, and of a user of its own where the test is root's. */
final class TestService implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Path shared;
  private final Path work;
  private final RunningProgram program;

  private TestService(Path shared, Path work, RunningProgram program) {
    this.shared = shared;
    this.work = work;
    this.program = program;
  }

  /** One that serves this process. */
  static TestService start() throws IOException {
    return start(System.getProperty("user.name"), List.of());
  }

  /** One that has no network, and serves this process; for root. */
  static TestService withoutNetwork() throws IOException {
    return start(System.getProperty("user.name"), List.of("unshare", "--net", "--"));
  }

  /**
   * @param agentUser whom it serves
   */
  static TestService start(String agentUser) throws IOException {
    return start(agentUser, List.of());
  }

  private static TestService start(String agentUser, List<String> around) throws IOException {
    // Other users reach it, unlike a test's temporary folder.
    final Path shared = Files.createTempDirectory("lull-test-guests");
    Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
    final Path work = Files.createDirectory(shared.resolve("work"));
    final List<String> command = new ArrayList<>(around);
    if (isRoot()) {
      command.addAll(SystemUser.GUEST.running());
      Files.setAttribute(work, "unix:gid", Integer.valueOf(SystemUser.GROUP));
      // Whatever is made in it is of its group.
      Files.setAttribute(work, "unix:mode", Integer.valueOf(02750));
    }
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            readableClassPath(shared.resolve("classes")),
            ServiceMain.class.getName(),
            shared.resolve("socket").toString(),
            work.toString(),
            agentUser));
    final RunningProgram program =
        RunningProgram.named("guest-service")
            .command(command)
            .in(shared)
            .toleratingAnyLog()
            .start();
    final TestService service = new TestService(shared, work, program);
    program.awaitLine("guests start at", PATIENCE);
    return service;
  }

  static boolean isRoot() {
    return SystemUser.possible();
  }

  /** What its guests see as their user. */
  static String user() {
    return isRoot() ? SystemUser.GUEST.number() : Tools.run(PATIENCE, List.of("id", "-u")).strip();
  }

  private static String readableClassPath(Path folder) throws IOException {
    if (!isRoot()) {
      return System.getProperty("java.class.path");
    }
    Files.createDirectory(folder);
    final List<String> entries = new ArrayList<>();
    for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (Files.exists(Path.of(entry))) {
        final Path copy = folder.resolve(entries.size() + "-" + Path.of(entry).getFileName());
        final String _ = Tools.run(PATIENCE, List.of("cp", "-r", entry, copy.toString()));
        entries.add(copy.toString());
      }
    }
    final String _ = Tools.run(PATIENCE, List.of("chmod", "-R", "a+rX", folder.toString()));
    return String.join(File.pathSeparator, entries);
  }

  Path socket() {
    return shared.resolve("socket");
  }

  Path work() {
    return work;
  }

  RunningProgram program() {
    return program;
  }

  @Override
  public void close() throws IOException {
    program.close();
    final String _ =
        Tools.run(PATIENCE, List.of("rm", "-rf", Objects.requireNonNull(shared).toString()));
  }
}
