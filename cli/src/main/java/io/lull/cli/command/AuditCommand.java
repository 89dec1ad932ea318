package io.lull.cli.command;

import io.lull.cli.json.AccessViews;
import io.lull.cli.text.Table;
import io.lull.cli.text.Tone;
import io.lull.cli.text.Words;
import io.lull.client.grid.GridClient;
import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.AuditEntry;
import io.lull.protocol.wire.AuditList;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "audit",
    description = "Who did what from where: for administrators, the newest last.",
    sortOptions = false)
final class AuditCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Option(
      names = "--since",
      paramLabel = "DURATION",
      description = "How far back, 90m or 7d say; 24h by default.")
  private String since = "24h";

  @Mixin private final JsonOption json = new JsonOption();

  AuditCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    final Duration back = Arguments.parse("--since", since, Durations::parse);
    final AuditList list;
    try (GridClient grid = surroundings.grid().get()) {
      list = grid.audit(back);
    }
    if (json.wanted) {
      surroundings.print(AccessViews.audit(list));
      return 0;
    }
    if (list.getEntriesCount() == 0) {
      surroundings.out().println("Nothing was done in this time.");
      return 0;
    }
    final Table table =
        new Table()
            .left("AT")
            .left("WHO")
            .left("FROM")
            .left("DID")
            .left("TO")
            .left("OUTCOME")
            .left("DETAIL");
    for (final AuditEntry entry : list.getEntriesList()) {
      table
          .row()
          .cell(Words.moment(entry.getAt(), surroundings.zone()))
          .cell(entry.getWho(), Tone.STRONG)
          .cell(entry.getHost())
          .cell(entry.getAction())
          .cell(entry.getSubject())
          .cell(entry.getOutcome())
          .cell(entry.getDetail());
    }
    surroundings.out().print(table.render(surroundings.screen()));
    if (list.getMore()) {
      surroundings.err().println("There is more before that: --since tells how far back to go.");
    }
    return 0;
  }
}
