package io.lull.cli.command;

import io.lull.client.login.Home;
import io.lull.client.login.TokenLogin;
import io.lull.protocol.transport.EnrolmentClient;
import io.lull.protocol.transport.EnrolmentToken;
import io.lull.protocol.transport.HostPort;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "login",
    description = "Exchange a one-time token for credentials that the other commands use.")
final class LoginCommand implements Callable<Integer> {
  private final CommandEnvironment environment;
  private final Supplier<String> userName;

  @Option(
      names = "--coordinator",
      required = true,
      paramLabel = "HOST:PORT[,…]",
      description = "The coordinator's address; with several members, all addresses.")
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
      description = "Your name in the cluster; default: your user name.")
  private String name = "";

  LoginCommand(CommandEnvironment environment, Supplier<String> userName) {
    this.environment = environment;
    this.userName = userName;
  }

  @Override
  public Integer call() {
    final List<HostPort> coordinators =
        Arguments.parse("--coordinator", coordinator, HostPort::parseAll);
    final EnrolmentToken token = TokenText.parse(environment, "--enroll", enroll);
    final String wanted = Arguments.node(name.isEmpty() ? userName.get() : name);
    final Home home = environment.home();
    final EnrolmentClient.Enrolled enrolled = TokenLogin.by(token, coordinators, wanted, home);
    environment
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
}
