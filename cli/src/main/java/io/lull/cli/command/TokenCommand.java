package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.json.JsonViews;
import io.lull.cli.text.HumanFormat;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.Role;
import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.CreateTokenReply;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The commands for tokens. */
@Command(name = "token", description = "Create one-time tokens for others to join with.")
final class TokenCommand {

  @Command(
      name = "create",
      description =
          "Print a token for one enrolment; it also authenticates the coordinator to its"
              + " bearer.")
  static final class Create implements Callable<Integer> {
    private static final Duration LONGEST = Duration.ofDays(365);

    private final CommandEnvironment environment;

    @Option(
        names = "--role",
        paramLabel = "ROLE",
        description = "What the token enrols: node (default), user or admin.")
    private String role = "node";

    @Option(
        names = "--expires",
        paramLabel = "DURATION",
        description = "How long it is valid, such as 30m, 1h (default) or 7d.")
    private String expires = "1h";

    @Option(
        names = "--for",
        paramLabel = "NAME",
        description =
            "Whom it enrols; for users, the person. Without it, whoever has the token chooses a"
                + " name.")
    private String name = "";

    @Mixin private final JsonOption json = new JsonOption();

    Create(CommandEnvironment environment) {
      this.environment = environment;
    }

    @Override
    public Integer call() {
      final Role wanted = Arguments.parse("--role", Arguments.lower(role), Role::of);
      final Duration length = Arguments.parse("--expires", expires, Durations::parse);
      if (length.compareTo(Duration.ofSeconds(1)) < 0 || length.compareTo(LONGEST) > 0) {
        throw CommandFailure.badInput("--expires: from 1s to 365d, not " + expires);
      }
      final CreateTokenReply reply;
      try (GridClient grid = environment.grid().get()) {
        reply = grid.createToken(wanted, name, length);
      }
      if (json.wanted) {
        final ObjectNode o = JsonNodeFactory.instance.objectNode();
        o.put("token", reply.getToken());
        o.put("role", wanted.wire());
        o.set("expiresAt", JsonViews.time(reply.getExpiresEpochMillis()));
        environment.print(o);
        return 0;
      }
      environment.out().println(reply.getToken());
      environment
          .err()
          .println(
              "Valid for one "
                  + wanted.wire()
                  + (name.isEmpty() ? "" : ", " + name)
                  + ", until "
                  + HumanFormat.moment(reply.getExpiresEpochMillis(), environment.zone())
                  + ".");
      return 0;
    }
  }
}
