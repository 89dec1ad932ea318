package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.json.JsonViews;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.JobAccount;
import io.lull.protocol.wire.JobAccounts;
import io.lull.protocol.wire.MonthAccount;
import io.lull.protocol.wire.MonthAccounts;
import java.time.Instant;
import java.time.YearMonth;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "accounting",
    description = {
      "Show who has used how many node-hours in which month: a node-hour is one machine for an"
          + " hour.",
      "Users see their own use, administrators everybody's."
    },
    sortOptions = false,
    footer = {"", "Months are kept for two years, jobs as long as lull jobs shows them."})
final class AccountingCommand implements Callable<Integer> {
  private static final double SECONDS_AN_HOUR = 3600;

  private final CommandEnvironment environment;

  @Option(names = "--user", paramLabel = "NAME", description = "Only this user.")
  private @Nullable String user;

  @Option(
      names = "--since",
      paramLabel = "MONTH",
      description = "From this month on, such as 2026-01; default: all.")
  private @Nullable String since;

  @Option(names = "--jobs", description = "By job instead of by month.")
  private boolean jobs;

  @ArgGroup private final Form form = new Form();

  /** At most one of them. */
  private static final class Form {
    @Option(
        names = "--json",
        description = "Print one JSON document on standard output instead of text.")
    private boolean json;

    @Option(names = "--csv", description = "Print CSV, one row per month and user, or per job.")
    private boolean csv;
  }

  AccountingCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final String whose = user == null ? "" : Arguments.member(user);
    final YearMonth first = first();
    try (GridClient grid = environment.grid().get()) {
      if (jobs) {
        final JobAccounts accounts = grid.history().jobs(whose);
        printJobs(
            accounts.getJobsList().stream()
                .filter(job -> !month(job.getSubmittedAt()).isBefore(first))
                .toList());
        remark(accounts.getMore());
      } else {
        final MonthAccounts accounts = grid.history().months(whose);
        printMonths(
            accounts.getMonthsList().stream()
                .filter(line -> !YearMonth.parse(line.getMonth()).isBefore(first))
                .toList());
        remark(accounts.getMore());
      }
    }
    return 0;
  }

  private YearMonth first() {
    try {
      return since == null ? YearMonth.of(0, 1) : YearMonth.parse(since.strip());
    } catch (DateTimeParseException e) {
      throw CommandFailure.badInput("--since: '" + since + "' is not a month: write it as 2026-01");
    }
  }

  private YearMonth month(long epochMillis) {
    return YearMonth.from(Instant.ofEpochMilli(epochMillis).atZone(environment.zone()));
  }

  private void remark(boolean more) {
    if (more) {
      environment.err().println("There are older ones: name one user with --user.");
    }
  }

  private static String hours(double nodeSeconds) {
    return String.format(Locale.ROOT, "%.2f", nodeSeconds / SECONDS_AN_HOUR);
  }

  private void printMonths(List<MonthAccount> lines) {
    if (form.json) {
      final ArrayNode all = JsonNodeFactory.instance.arrayNode();
      lines.forEach(line ->
          all.addObject()
              .put("month", line.getMonth())
              .put("user", line.getUser())
              .put("nodeSeconds", line.getNodeSeconds()));
      environment.print(all);
    } else if (form.csv) {
      environment.out().println("month,user,node_hours");
      lines.forEach(line ->
          environment
              .out()
              .println(
                  line.getMonth() + "," + line.getUser() + "," + hours(line.getNodeSeconds())));
    } else if (lines.isEmpty()) {
      environment.out().println("Nothing was used.");
    } else {
      final Table table = new Table().left("MONTH").left("USER").right("NODE-HOURS");
      lines.forEach(line ->
          table
              .row()
              .cell(line.getMonth())
              .cell(line.getUser(), TextStyle.STRONG)
              .cell(hours(line.getNodeSeconds())));
      environment.out().print(table.render(environment.screen()));
    }
  }

  private void printJobs(List<JobAccount> lines) {
    if (form.json) {
      final ArrayNode all = JsonNodeFactory.instance.arrayNode();
      lines.forEach(line -> all.add(document(line)));
      environment.print(all);
    } else if (form.csv) {
      environment.out().println("job,user,state,submitted_at,node_hours");
      lines.forEach(line ->
          environment
              .out()
              .println(
                  String.join(
                      ",",
                      line.getJob(),
                      line.getUser(),
                      line.getState(),
                      Instant.ofEpochMilli(line.getSubmittedAt()).toString(),
                      hours(line.getNodeSeconds()))));
    } else if (lines.isEmpty()) {
      environment.out().println("Nothing was used.");
    } else {
      final Table table =
          new Table()
              .left("JOB")
              .left("USER")
              .left("STATE")
              .left("SUBMITTED")
              .right("NODE-HOURS")
              .left("NAME");
      lines.forEach(line ->
          table
              .row()
              .cell(line.getJob(), TextStyle.STRONG)
              .cell(line.getUser())
              .cell(line.getState())
              .cell(HumanFormat.moment(line.getSubmittedAt(), environment.zone()))
              .cell(hours(line.getNodeSeconds()))
              .cell(line.getName()));
      environment.out().print(table.render(environment.screen()));
    }
  }

  private static ObjectNode document(JobAccount line) {
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    o.put("job", line.getJob());
    o.put("name", line.getName());
    o.put("user", line.getUser());
    o.put("state", line.getState());
    o.set("submittedAt", JsonViews.time(line.getSubmittedAt()));
    o.set("finishedAt", JsonViews.time(line.getFinishedAt()));
    o.put("nodeSeconds", line.getNodeSeconds());
    return o;
  }
}
