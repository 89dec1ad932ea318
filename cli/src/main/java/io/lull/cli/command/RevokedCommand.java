package io.lull.cli.command;

import io.lull.cli.json.AccessViews;
import io.lull.cli.text.Table;
import io.lull.cli.text.Tone;
import io.lull.cli.text.Words;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.RevocationView;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "revoked", description = "List who was put out of the grid, the newest first.")
final class RevokedCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin private final JsonOption json = new JsonOption();

  RevokedCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    final List<RevocationView> revoked;
    try (GridClient grid = surroundings.grid().get()) {
      revoked = grid.revoked();
    }
    if (json.wanted) {
      surroundings.print(AccessViews.revocations(revoked));
      return 0;
    }
    if (revoked.isEmpty()) {
      surroundings.out().println("Nobody was put out.");
      return 0;
    }
    final Table table = new Table().left("NAME").left("ROLE").left("AT").left("BY");
    for (final RevocationView one : revoked) {
      table
          .row()
          .cell(one.getName(), Tone.STRONG)
          .cell(one.getRole())
          .cell(Words.moment(one.getAt(), surroundings.zone()))
          .cell(one.getBy());
    }
    surroundings.out().print(table.render(surroundings.screen()));
    return 0;
  }
}
