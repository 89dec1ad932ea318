package io.lull.system;

import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.process.SystemUser;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An agent and its guests as two users, neither of them root, as the package has them: the guests'
 * service, and where the agent runs.
 */
final class OwnUsers implements AutoCloseable {
  private static final String AGENT = SystemUser.AGENT.number();
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Path dist;
  private final Path socket;
  private final RunningProgram service;

  private OwnUsers(Path dist, Path socket, RunningProgram service) {
    this.dist = dist;
    this.socket = socket;
    this.service = service;
  }

  /**
   * @param folder of a test, in which the agent's data folder has the agent's name
   */
  static OwnUsers in(Path folder, String agent) throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    // The build's own may lie where only its user gets to.
    final Path dist = folder.resolve("dist");
    final String built = Path.of(Lull.command().getFirst()).resolveSibling("").toString();
    run("cp", "-r", built, dist.toString());
    run("chmod", "-R", "a+rX", dist.toString());
    final Path data = Files.createDirectory(folder.resolve(agent));
    final Path work = Files.createDirectory(data.resolve("work"));
    run("chown", "-R", AGENT + ":" + SystemUser.GROUP, data.toString());
    run("chmod", "710", data.toString(), work.toString());
    final Path run = Files.createDirectory(folder.resolve("run"));
    run("chown", SystemUser.GUEST.number() + ":" + SystemUser.GROUP, run.toString());
    final Path socket = run.resolve("guests.sock");
    final List<String> command = new ArrayList<>(SystemUser.GUEST.running());
    command.addAll(
        List.of(
            dist.resolve("lull").toString(),
            "guest-service",
            "--socket",
            socket.toString(),
            "--folder",
            work.toString(),
            "--agent-user",
            AGENT));
    final RunningProgram service =
        RunningProgram.named("guest-service").command(command).in(run).start();
    service.awaitLine("guests start at", PATIENCE);
    return new OwnUsers(dist, socket, service);
  }

  private static void run(String... words) {
    final String _ = Tools.run(PATIENCE, List.of(words));
  }

  /** Where the agent runs. */
  Place ofAgent() {
    return new Place(
        Place.HERE.address(),
        command -> {
          final List<String> words = new ArrayList<>(SystemUser.AGENT.running());
          words.add(dist.resolve("lull").toString());
          words.addAll(command.subList(1, command.size()));
          words.addAll(List.of("--guest-service", socket.toString()));
          return words;
        });
  }

  RunningProgram service() {
    return service;
  }

  @Override
  public void close() {
    service.close();
  }
}
