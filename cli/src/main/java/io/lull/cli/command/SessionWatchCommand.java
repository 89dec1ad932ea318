package io.lull.cli.command;

import io.lull.platform.session.app.SessionWatchProgram;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "session-watch",
    description =
        "Watch the graphical session that this is started in, for the agent of this workstation.",
    sortOptions = false)
final class SessionWatchCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Option(
      names = "--socket",
      paramLabel = "PATH",
      description =
          "The agent's socket; by default LULL_SESSION_SOCKET, else /run/lull/session.sock.")
  private @Nullable String socket;

  SessionWatchCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    return SessionWatchProgram.run(
        Optional.ofNullable(socket).map(file -> Arguments.path(surroundings, "--socket", file)));
  }
}
