package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.submit.TermOptions;
import io.lull.protocol.wire.AmendRequest;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.SubmitReply;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands for jobs between submission and end. */
final class JobControlCommands {
  private JobControlCommands() {}

  @Command(
      name = "hold",
      description = {
        "Give jobs no machines until they are released. A running job is saved at its next safe"
            + " point and suspended."
      },
      sortOptions = false)
  static final class Hold extends ManyJobs {
    Hold(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    JobView ask(GridClient grid, String job) {
      return grid.jobControl().hold(job);
    }
  }

  @Command(
      name = "release",
      description =
          "Let jobs that are held have machines again. Only an administrator releases what an"
              + " administrator holds.",
      sortOptions = false)
  static final class Release extends ManyJobs {
    Release(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    JobView ask(GridClient grid, String job) {
      return grid.jobControl().release(job);
    }
  }

  @Command(
      name = "change",
      description = "Change the terms of jobs that have not ended.",
      sortOptions = false,
      footer = {
        "",
        "lull resize sets how many workers a job has now, lull change how many it may have."
      })
  static final class Change extends ManyJobs {
    private static final String NONE = "none";

    @Option(
        names = "--priority",
        paramLabel = "N",
        description = "From -100 to your maximum; higher goes first.")
    private @Nullable String priority;

    @Option(
        names = "--time-limit",
        paramLabel = "DURATION|none",
        description = "Maximum total time with machines, from the start on.")
    private @Nullable String timeLimit;

    @Option(
        names = "--workers",
        paramLabel = "MIN:MAX",
        description = "Minimum and maximum number of workers; N means N:N.")
    private @Nullable String workers;

    private AmendRequest terms = AmendRequest.getDefaultInstance();

    Change(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    void check() {
      final AmendRequest.Builder wish = AmendRequest.newBuilder();
      if (priority != null) {
        wish.setPriority(TermOptions.priority(priority));
      }
      if (timeLimit != null) {
        wish.setLimitMillis(
            timeLimit.equals(NONE) ? 0 : TermOptions.timeLimit(timeLimit).toMillis());
      }
      if (workers != null) {
        wish.setWorkers(TermOptions.workers(workers));
      }
      terms = wish.build();
      if (terms.equals(AmendRequest.getDefaultInstance())) {
        throw CommandFailure.badInput(
            "nothing would change: give --priority, --time-limit or --workers");
      }
    }

    @Override
    JobView ask(GridClient grid, String job) {
      return grid.jobControl().amend(terms.toBuilder().setJob(job).build());
    }
  }

  @Command(
      name = "resubmit",
      description =
          "Submit jobs once more, with the same program, inputs and terms. They wait neither for"
              + " other jobs nor for a time.",
      sortOptions = false)
  static final class Resubmit extends ManyJobs {
    Resubmit(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    JobView ask(GridClient grid, String job) {
      final SubmitReply reply = grid.jobControl().resubmit(job);
      if (!reply.getWarning().isEmpty()) {
        environment()
            .err()
            .println("warning: " + reply.getJob() + " waits for nodes: " + reply.getWarning());
      }
      return grid.job(reply.getJob());
    }

    @Override
    String line(JobView view) {
      return view.getId() + " submitted; lull job " + view.getId() + " --watch follows it";
    }
  }
}
