package io.lull.cli.command;

import io.lull.cli.json.AccessViews;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.RevocationView;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "revoked", description = "List revoked machines and people, newest first.")
final class RevokedCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Mixin private final JsonOption json = new JsonOption();

  RevokedCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final List<RevocationView> revoked;
    try (GridClient grid = environment.grid().get()) {
      revoked = grid.revoked();
    }
    if (json.wanted) {
      environment.print(AccessViews.revocations(revoked));
      return 0;
    }
    if (revoked.isEmpty()) {
      environment.out().println("Nothing was revoked.");
      return 0;
    }
    final Table table = new Table().left("NAME").left("ROLE").left("AT").left("BY");
    for (final RevocationView one : revoked) {
      table
          .row()
          .cell(one.getName(), TextStyle.STRONG)
          .cell(one.getRole())
          .cell(HumanFormat.moment(one.getAt(), environment.zone()))
          .cell(one.getBy());
    }
    environment.out().print(table.render(environment.screen()));
    return 0;
  }
}
