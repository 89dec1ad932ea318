package io.lull.cli.command;

import io.lull.agent.app.GuestServiceProgram;
import io.lull.protocol.log.LogFormat;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "guest-service",
    description =
        "Start the guests of this computer's agent as a user of their own, in the foreground"
            + " (Linux).",
    sortOptions = false)
final class GuestServiceCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Option(
      names = "--socket",
      required = true,
      paramLabel = "PATH",
      description = "Where the agent reaches the service: lull agent --guest-service PATH.")
  private String socket = "";

  @Option(
      names = "--folder",
      required = true,
      paramLabel = "DIR",
      description =
          "Where the agent makes the guests' folders. It exists, and its group is that of this"
              + " service and of the agent.")
  private String folder = "";

  @Option(
      names = "--agent-user",
      paramLabel = "USER",
      description =
          "The agent's user, whom alone the service obeys; default: whom the socket's folder and"
              + " permissions let in, for a service that cannot see who others are.")
  private @Nullable String agentUser;

  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      description = "Format of the log on standard error; default: text.")
  private String logFormat = "text";

  GuestServiceCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    return GuestServiceProgram.run(
        new GuestServiceProgram.Options(
            Arguments.path(environment, "--socket", socket),
            Arguments.path(environment, "--folder", folder),
            Optional.ofNullable(agentUser)),
        Arguments.parse("--log-format", logFormat, LogFormat::parse));
  }
}
