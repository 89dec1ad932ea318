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
  private final CommandEnvironment environment;

  @Option(
      names = "--coordinator",
      required = true,
      paramLabel = "HOST:PORT[,…]",
      description = "The coordinator's address; with several members, all addresses.")
  private String coordinator = "";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The agent's data folder; default: LULL_AGENT_DATA, else the platform's usual place.")
  private @Nullable String data;

  @Option(
      names = "--enroll",
      paramLabel = "TOKEN",
      description = TokenText.DESCRIPTION + " Needed at the first start only.")
  private @Nullable String enroll;

  @Option(
      names = "--enroll-once",
      paramLabel = "FILE",
      description =
          "A file with a token, for services: read if it exists, and deleted once"
              + " this machine has enrolled.")
  private @Nullable String enrollOnce;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The machine's name in Lull; default: its host name.")
  private @Nullable String name;

  @Option(
      names = "--input",
      paramLabel = "SOURCE",
      description =
          "How the owner's input is detected: auto (default), x11, wayland, logind, windows, macos,"
              + " script:FILE, or none, which treats the owner as always present.")
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
          "What an administrator lets the owner set; default: the platform's usual place"
              + "(/etc/lull/policy.conf), if that file exists.")
  private @Nullable String policy;

  @Option(
      names = "--session-socket",
      paramLabel = "PATH",
      description =
          "The socket for lull session-watch of each graphical session; with --input auto"
              + " default: session.sock in --data.")
  private @Nullable String sessionSocket;

  @Option(
      names = "--owner-socket",
      paramLabel = "PATH",
      description =
          "Where an agent that runs as a service answers lull owner and lull tray, to anyone logged"
              + " in at this computer; default: nowhere. The usual place is"
              + " /run/lull/control.sock.")
  private @Nullable String ownerSocket;

  @Option(
      names = "--guest-service",
      paramLabel = "PATH",
      description =
          "The socket of lull guest-service, which then starts the guests as its own user;"
              + " default: the agent starts them as its user.")
  private @Nullable String guestService;

  @Option(
      names = "--device-user",
      paramLabel = "USER",
      description =
          "Whose lull session-watch --devices watches this computer's keyboards, mice and"
              + " terminals; default: the agent does.")
  private @Nullable String deviceUser;

  @Option(
      names = "--log-format",
      paramLabel = "text|json",
      description = "Format of the log on standard error; default: text.")
  private String logFormat = "text";

  AgentCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final List<HostPort> coordinators =
        Arguments.parse("--coordinator", coordinator, HostPort::parseAll);
    final Path folder =
        data == null ? environment.home().agent() : Arguments.path(environment, "--data", data);
    final Optional<String> node = Optional.ofNullable(name).map(Arguments::node);
    final Optional<Path> settings =
        Optional.ofNullable(config).map(file -> Arguments.path(environment, "--config", file));
    settings.ifPresent(file -> readable("--config", file));
    final Optional<Path> bounds =
        Optional.ofNullable(policy).map(file -> Arguments.path(environment, "--policy", file));
    bounds.ifPresent(file -> readable("--policy", file));
    // The window reads this class without an agent's classes, which may occur within methods only.
    if (deviceUser != null && sessionSocket == null) {
      throw CommandFailure.badInput(
          "--device-user needs the socket at which that user's watcher connects: give"
              + " --session-socket PATH");
    }
    final AgentOptions.OtherProcesses others =
        new AgentOptions.OtherProcesses(
            path("--session-socket", sessionSocket),
            path("--owner-socket", ownerSocket),
            path("--guest-service", guestService),
            Optional.ofNullable(deviceUser));
    final Optional<Path> once = path("--enroll-once", enrollOnce).filter(Files::exists);
    final LogFormat format = Arguments.parse("--log-format", logFormat, LogFormat::parse);
    return AgentProgram.run(
        new AgentOptions(
            coordinators,
            folder,
            new AgentOptions.Enrolment(token(once), once),
            node,
            input,
            settings,
            bounds,
            others),
        format);
  }

  private Optional<String> token(Optional<Path> once) {
    if (enroll != null && enrollOnce != null) {
      throw CommandFailure.badInput("--enroll and --enroll-once both give a token: use only one");
    }
    return Optional.ofNullable(enroll)
        .map(value -> TokenText.parse(environment, "--enroll", value).text())
        .or(() ->
            once.map(file -> TokenText.parse(environment, "--enroll-once", "@" + file).text()));
  }

  private Optional<Path> path(String option, @Nullable String value) {
    return Optional.ofNullable(value).map(file -> Arguments.path(environment, option, file));
  }

  private static void readable(String option, Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw CommandFailure.badInput(option + ": " + file + " is not a file that can be read");
    }
  }
}
