package io.lull.cli.command;

import io.lull.agent.app.AgentOptions;
import io.lull.agent.app.AgentProgram;
import io.lull.cli.exit.CommandFailure;
import io.lull.protocol.log.LogFormat;
import io.lull.protocol.transport.HostPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "agent",
    description = "Start the agent of this workstation, in the foreground.",
    sortOptions = false)
final class AgentCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Option(
      names = "--coordinator",
      required = true,
      paramLabel = "HOST:PORT[,…]",
      description = "Where the coordinator listens; of several members, all.")
  private String coordinator = "";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The agent's own folder; by default LULL_AGENT_DATA, else the platform's place for it.")
  private @Nullable String data;

  @Option(
      names = "--enroll",
      paramLabel = "TOKEN",
      description = TokenText.DESCRIPTION + " Needed at the first start only.")
  private @Nullable String enroll;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The node's name; by default the machine's.")
  private @Nullable String name;

  @Option(
      names = "--input",
      paramLabel = "SOURCE",
      description =
          "How the owner is seen: auto (the default), x11, wayland, logind, windows, macos,"
              + " script:FILE, or none, which takes the owner as always there.")
  private String input = "auto";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The owner's settings; lull owner get lists the keys.")
  private @Nullable String config;

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description =
          "What an administrator allows the owner to set; by default the platform's place for it"
              + " (/etc/lull/policy.conf), if there is such a file.")
  private @Nullable String policy;

  @Option(
      names = "--session-socket",
      paramLabel = "PATH",
      description =
          "Where lull session-watch of each graphical session reaches this agent; with --input auto"
              + " by default session.sock in --data.")
  private @Nullable String sessionSocket;

  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      description = "How the log on standard error is written; text by default.")
  private String logFormat = "text";

  AgentCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    final List<HostPort> coordinators =
        Arguments.parse("--coordinator", coordinator, HostPort::parseAll);
    final Path folder =
        data == null ? surroundings.home().agent() : Arguments.path(surroundings, "--data", data);
    final Optional<String> token =
        Optional.ofNullable(enroll).map(value -> TokenText.parse(surroundings, value).text());
    final Optional<String> node = Optional.ofNullable(name).map(Arguments::node);
    final Optional<Path> settings =
        Optional.ofNullable(config).map(file -> Arguments.path(surroundings, "--config", file));
    settings.ifPresent(file -> readable("--config", file));
    final Optional<Path> bounds =
        Optional.ofNullable(policy).map(file -> Arguments.path(surroundings, "--policy", file));
    bounds.ifPresent(file -> readable("--policy", file));
    final Optional<Path> socket =
        Optional.ofNullable(sessionSocket)
            .map(file -> Arguments.path(surroundings, "--session-socket", file));
    final LogFormat format = Arguments.parse("--log-format", logFormat, LogFormat::parse);
    return AgentProgram.run(
        new AgentOptions(coordinators, folder, token, node, input, settings, bounds, socket),
        format);
  }

  private static void readable(String option, Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw CommandFailure.badInput(option + ": " + file + " is not a file that can be read");
    }
  }
}
