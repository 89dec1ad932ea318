package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.client.login.Home;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentException;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "login",
    description = "Trade a one-time token for credentials, which the other commands then use.")
final class LoginCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Surroundings surroundings;
  private final Supplier<String> userName;

  @Option(
      names = "--coordinator",
      required = true,
      paramLabel = "HOST:PORT[,…]",
      description = "Where the coordinator listens; of several members, all.")
  private String coordinator = "";

  @Option(
      names = "--enroll",
      required = true,
      paramLabel = "TOKEN",
      description = TokenText.DESCRIPTION)
  private String enroll = "";

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "How you are to be called on the grid; by default your user name.")
  private String name = "";

  LoginCommand(Surroundings surroundings, Supplier<String> userName) {
    this.surroundings = surroundings;
    this.userName = userName;
  }

  @Override
  public Integer call() {
    final List<HostPort> coordinators =
        Arguments.parse("--coordinator", coordinator, HostPort::parseAll);
    final EnrolmentToken token = TokenText.parse(surroundings, enroll);
    final String wanted = Arguments.node(name.isEmpty() ? userName.get() : name);
    final Home home = surroundings.home();
    checkWritable(home.configuration());
    final EnrolmentClient.Enrolled enrolled;
    try {
      enrolled = EnrolmentClient.enrol(coordinators, token, wanted, PATIENCE);
    } catch (EnrolmentException e) {
      throw new CommandFailure(code(e), String.valueOf(e.getMessage()), e);
    }
    try {
      home.store(enrolled.identity(), coordinators);
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.FAILED, "the credentials cannot be written to " + home.configuration(), e);
    }
    surroundings
        .out()
        .println(
            "Logged in as "
                + enrolled.name()
                + " ("
                + enrolled.role()
                + "); the credentials are in "
                + home.configuration()
                + ".");
    return 0;
  }

  /** A token is good for once: it is not spent where its fruit could not be kept. */
  private static void checkWritable(Path folder) {
    Outputs.checkFolder(folder);
  }

  static ExitCode code(EnrolmentException e) {
    return switch (e.kind()) {
      case BAD_INPUT -> ExitCode.BAD_INPUT;
      case UNREACHABLE -> ExitCode.UNREACHABLE;
      case REFUSED -> ExitCode.NOT_ALLOWED;
    };
  }
}
