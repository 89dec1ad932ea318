package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.json.AccessViews;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.LimitList;
import io.lull.protocol.wire.LimitRequest;
import io.lull.protocol.wire.UserLimit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "limit",
    description = "Set or list how many machines and running jobs users may have at a time.",
    sortOptions = false,
    footer = {
      "",
      "What is not set for a user is as for everybody. Jobs that run are not stopped by a limit,"
          + " but shrink to their minimum."
    })
final class LimitCommand implements Callable<Integer> {
  private static final String NONE = "none";
  private static final int MOST_DIGITS = 6;

  private final CommandEnvironment environment;

  @Parameters(
      paramLabel = "USER",
      arity = "0..1",
      description = "Whose limit is set. Without one, and without --everybody: list all.")
  private @Nullable String user;

  @Option(names = "--everybody", description = "Set the limit of all who have none of their own.")
  private boolean everybody;

  @Option(
      names = "--nodes",
      paramLabel = "N|none",
      description = "Machines of all their jobs together.")
  private @Nullable String nodes;

  @Option(names = "--jobs", paramLabel = "N|none", description = "Jobs that have machines.")
  private @Nullable String jobs;

  @Option(
      names = "--usual",
      description = "Remove the limit: the user has that of everybody, everybody has none.")
  private boolean usual;

  @Mixin private final JsonOption json = new JsonOption();

  LimitCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final @Nullable LimitRequest wish = wish();
    final LimitList list;
    try (GridClient grid = environment.grid().get()) {
      list = wish == null ? grid.userRules().limits() : grid.userRules().setLimit(wish);
    }
    if (json.wanted) {
      environment.print(AccessViews.limits(list));
    } else {
      show(list);
    }
    return 0;
  }

  private @Nullable LimitRequest wish() {
    final boolean changes = usual || nodes != null || jobs != null;
    if (user != null && everybody) {
      throw CommandFailure.badInput("--everybody and a USER exclude each other: use only one");
    }
    if (user == null && !everybody) {
      if (changes) {
        throw CommandFailure.badInput("whose limit? Give a USER, or --everybody");
      }
      return null;
    }
    if (!changes) {
      throw CommandFailure.badInput("what limit? Give --nodes N, --jobs N or --usual");
    }
    final LimitRequest.Builder wish =
        LimitRequest.newBuilder().setUser(user == null ? "" : Arguments.member(user));
    if (usual) {
      if (nodes != null || jobs != null) {
        throw CommandFailure.badInput("--usual removes the limit: omit --nodes and --jobs");
      }
      return wish.setUsual(true).build();
    }
    if (nodes != null) {
      wish.setNodes(number("--nodes", nodes));
    }
    if (jobs != null) {
      wish.setJobs(number("--jobs", jobs));
    }
    return wish.build();
  }

  private static int number(String option, String text) {
    if (text.equals(NONE)) {
      return 0;
    }
    if (text.matches("[1-9]\\d{0," + (MOST_DIGITS - 1) + "}")) {
      return Integer.parseInt(text);
    }
    throw CommandFailure.badInput(
        option + ": '" + text + "' must be a number from 1 to 999999, or " + NONE);
  }

  private void show(LimitList list) {
    final UserLimit all = list.getEverybody();
    environment
        .out()
        .println(
            "Everybody may have "
                + words(all.getNodes(), "machine")
                + " and "
                + words(all.getJobs(), "running job")
                + " at a time.");
    if (list.getLimitsCount() == 0) {
      return;
    }
    final Table table =
        new Table().left("USER").right("MACHINES").right("JOBS").left("SINCE").left("BY");
    for (final UserLimit limit : list.getLimitsList()) {
      table
          .row()
          .cell(limit.getUser(), TextStyle.STRONG)
          .cell(cell(limit.hasNodes(), limit.getNodes()))
          .cell(cell(limit.hasJobs(), limit.getJobs()))
          .cell(HumanFormat.moment(limit.getAt(), environment.zone()))
          .cell(limit.getBy());
    }
    environment.out().print(table.render(environment.screen()));
  }

  private static String words(int number, String what) {
    return number == 0 ? "any number of " + what + "s" : HumanFormat.count(number, what);
  }

  private static String cell(boolean set, int number) {
    return set ? number == 0 ? NONE : String.valueOf(number) : "as all";
  }
}
