package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.json.AccessViews;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.PriorityLimit;
import io.lull.protocol.wire.PriorityList;
import io.lull.protocol.wire.PriorityRequest;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "priority",
    description = "Set or list the maximum job priority per user.",
    sortOptions = false,
    footer = {"", "Everybody may use less than 0; administrators may use up to 100."})
final class PriorityCommand implements Callable<Integer> {
  private static final String USUAL = "usual";
  private static final int GREATEST = 100;

  private final CommandEnvironment environment;

  @Parameters(
      paramLabel = "[USER N|usual]",
      hideParamSyntax = true,
      arity = "0..2",
      description = "The user and the maximum, from -100 to 100. Without both: list all.")
  private List<String> words = List.of();

  @Option(
      names = "--everybody",
      paramLabel = "N|usual",
      description = "The maximum for everybody without one of their own.")
  private @Nullable String everybody;

  @Mixin private final JsonOption json = new JsonOption();

  PriorityCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final @Nullable PriorityRequest wish = wish();
    final PriorityList list;
    try (GridClient grid = environment.grid().get()) {
      list = wish == null ? grid.userRules().priorities() : grid.userRules().setPriority(wish);
    }
    if (json.wanted) {
      environment.print(AccessViews.priorities(list));
    } else {
      show(list);
    }
    return 0;
  }

  private @Nullable PriorityRequest wish() {
    if (everybody != null) {
      if (!words.isEmpty()) {
        throw CommandFailure.badInput("--everybody and a USER exclude each other: use only one");
      }
      return wish("", everybody);
    }
    return switch (words.size()) {
      case 0 -> null;
      case 1 ->
          throw CommandFailure.badInput(
              "N is missing: lull priority "
                  + words.getFirst()
                  + " N, from -"
                  + GREATEST
                  + " to "
                  + GREATEST
                  + ", or usual");
      case 2 -> wish(Arguments.member(words.getFirst()), words.get(1));
      default -> throw CommandFailure.badInput("'" + words.get(2) + "' is an unexpected argument");
    };
  }

  private static PriorityRequest wish(String user, String text) {
    final PriorityRequest.Builder wish = PriorityRequest.newBuilder().setUser(user);
    if (text.equals(USUAL)) {
      return wish.setUsual(true).build();
    }
    final int greatest = Arguments.parse("N", text, PriorityCommand::number);
    return wish.setGreatest(greatest).build();
  }

  private static int number(String text) {
    if (text.matches("-?\\d{1,3}") && Math.abs(Integer.parseInt(text)) <= GREATEST) {
      return Integer.parseInt(text);
    }
    throw new IllegalArgumentException(
        "'" + text + "' must be a number from -" + GREATEST + " to " + GREATEST + ", or usual");
  }

  private void show(PriorityList list) {
    environment.out().println("Everybody may use a priority of up to " + list.getEverybody() + ".");
    if (list.getLimitsCount() == 0) {
      return;
    }
    final Table table = new Table().left("USER").right("UP TO").left("SINCE").left("BY");
    for (final PriorityLimit limit : list.getLimitsList()) {
      table
          .row()
          .cell(limit.getUser(), TextStyle.STRONG)
          .cell(String.valueOf(limit.getGreatest()))
          .cell(HumanFormat.moment(limit.getAt(), environment.zone()))
          .cell(limit.getBy());
    }
    environment.out().print(table.render(environment.screen()));
  }
}
