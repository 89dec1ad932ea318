package io.lull.cli.command;

import io.lull.cli.json.AccessViews;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
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
    description = "Show who did what and from where, newest last. For administrators.",
    sortOptions = false)
final class AuditCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Option(
      names = "--since",
      paramLabel = "DURATION",
      description = "How far back, such as 90m or 7d; default: 24h.")
  private String since = "24h";

  @Mixin private final JsonOption json = new JsonOption();

  AuditCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final Duration back = Arguments.parse("--since", since, Durations::parse);
    final AuditList list;
    try (GridClient grid = environment.grid().get()) {
      list = grid.audit(back);
    }
    if (json.wanted) {
      environment.print(AccessViews.audit(list));
      return 0;
    }
    if (list.getEntriesCount() == 0) {
      environment.out().println("Nothing was recorded in this period.");
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
          .cell(HumanFormat.moment(entry.getAt(), environment.zone()))
          .cell(entry.getWho(), TextStyle.STRONG)
          .cell(entry.getHost())
          .cell(entry.getAction())
          .cell(entry.getSubject())
          .cell(entry.getOutcome())
          .cell(entry.getDetail());
    }
    environment.out().print(table.render(environment.screen()));
    if (list.getMore()) {
      environment.err().println("There are older entries: go further back with --since.");
    }
    return 0;
  }
}
