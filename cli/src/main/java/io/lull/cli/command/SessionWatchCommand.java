package io.lull.cli.command;

import io.lull.agent.app.SessionWatchProgram;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "session-watch",
    description = "Watch this graphical session for this computer's agent.",
    sortOptions = false)
final class SessionWatchCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Option(
      names = "--socket",
      paramLabel = "PATH",
      description =
          "The agent's socket; default: LULL_SESSION_SOCKET, else /run/lull/session.sock.")
  private @Nullable String socket;

  @Option(
      names = "--devices",
      description =
          "Watch this computer's keyboards, mice and terminals, whatever the session, for an agent"
              + " with --device-user (Linux).")
  private boolean devices;

  SessionWatchCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    return SessionWatchProgram.run(
        Optional.ofNullable(socket).map(file -> Arguments.path(environment, "--socket", file)),
        devices);
  }
}
