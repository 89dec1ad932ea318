package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.json.JsonViews;
import io.lull.cli.text.JobWords;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.MigrateRequest;
import io.lull.protocol.wire.ResizeRequest;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that change a job. */
final class ChangeCommands {
  private static final String METHOD = "--method";

  private ChangeCommands() {}

  /** One change to one job; the answer is the job. */
  abstract static class OneJob implements Callable<Integer> {
    private final CommandEnvironment environment;

    @Parameters(index = "0", paramLabel = "ID", description = "The job, such as J1.")
    private String id = "";

    @Mixin private final JsonOption json = new JsonOption();

    OneJob(CommandEnvironment environment) {
      this.environment = environment;
    }

    abstract void check();

    abstract JobView ask(GridClient grid, String job);

    @Override
    public Integer call() {
      final String job = Arguments.job(id);
      check();
      final JobView view;
      try (GridClient grid = environment.grid().get()) {
        view = ask(grid, job);
      }
      if (json.wanted) {
        environment.print(JsonViews.job(view));
      } else {
        final String remark = JobWords.remark(view);
        environment
            .out()
            .println(
                view.getId() + " " + view.getState() + (remark.isEmpty() ? "" : ": " + remark));
      }
      return 0;
    }
  }

  @Command(
      name = "resize",
      description = "Set how many workers a job has, as machines become free.")
  static final class Resize extends OneJob {
    @Parameters(
        index = "1",
        paramLabel = "N",
        description = "Between the minimum and maximum that the job was submitted with.")
    private int workers;

    @Option(
        names = METHOD,
        paramLabel = "METHOD",
        description =
            "add or remove: refuse a number that is not more, or not fewer, than it has now.")
    private String method = "";

    Resize(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    void check() {
      if (workers < 1) {
        throw CommandFailure.badInput("N must be at least 1 (lull cancel ends a job)");
      }
      if (!List.of("", "add", "remove").contains(method)) {
        throw CommandFailure.badInput(
            METHOD + ": '" + method + "' is not a method of resizing: use add or remove");
      }
    }

    @Override
    JobView ask(GridClient grid, String job) {
      return grid.resize(
          ResizeRequest.newBuilder().setJob(job).setWorkers(workers).setMethod(method).build());
    }
  }

  @Command(name = "migrate", description = "Move a job's worker from one machine to another.")
  static final class Migrate extends OneJob {
    @Parameters(index = "1", paramLabel = "FROM", description = "The machine to leave.")
    private String from = "";

    @Parameters(index = "2", paramLabel = "TO", description = "An available machine.")
    private String to = "";

    private static final List<String> METHODS =
        List.of("", "migrate", "nonblocking", "non-blocking", "streaming", "ghost");

    @Option(
        names = METHOD,
        paramLabel = "METHOD",
        description =
            "migrate: all workers stand still while data moves; nonblocking: it is copied before,"
                + " and again what was written since; streaming: it follows a worker that computes"
                + " already on what has come; ghost: a worker waits there without data"
                + " before anything else happens. Default: what is seldom written is copied"
                + " before.")
    private String method = "";

    Migrate(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    void check() {
      if (Arguments.node(from).equals(Arguments.node(to))) {
        throw CommandFailure.badInput("FROM and TO are the same node: choose another one");
      }
      if (!METHODS.contains(method)) {
        throw CommandFailure.badInput(
            METHOD
                + ": '"
                + method
                + "' is not a method of migrating: use migrate, nonblocking, streaming or ghost");
      }
    }

    @Override
    JobView ask(GridClient grid, String job) {
      return grid.migrate(
          MigrateRequest.newBuilder()
              .setJob(job)
              .setFromNode(from)
              .setToNode(to)
              .setMethod(method)
              .build());
    }
  }

  @Command(
      name = "rebalance",
      description =
          "Share a job's data out by how fast its workers are now. The coordinator does so by"
              + " itself when that pays.")
  static final class Rebalance extends OneJob {
    Rebalance(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    void check() {
      // The job's name is all there is.
    }

    @Override
    JobView ask(GridClient grid, String job) {
      return grid.jobControl().rebalance(job);
    }
  }
}
