package io.lull.cli.command;

import io.lull.cli.json.AccessViews;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.Role;
import io.lull.protocol.wire.RevocationView;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "revoke",
    description =
        "Revoke a machine's or a person's access at once; a new token lets them in again.",
    sortOptions = false)
final class RevokeCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Parameters(paramLabel = "NAME", description = "The name they enrolled with.")
  private String name = "";

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "node, user or admin, if a machine and a person have the same name.")
  private @Nullable String role;

  @Mixin private final JsonOption json = new JsonOption();

  RevokeCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final String whom = Arguments.member(name);
    final Optional<Role> as =
        Optional.ofNullable(role)
            .map(text -> Arguments.parse("--role", Arguments.lower(text), Role::of));
    final RevocationView view;
    try (GridClient grid = environment.grid().get()) {
      view = grid.revoke(whom, as);
    }
    if (json.wanted) {
      environment.print(AccessViews.revocation(view));
    } else {
      environment.out().println(view.getName() + " (" + view.getRole() + ") is revoked.");
    }
    return 0;
  }
}
