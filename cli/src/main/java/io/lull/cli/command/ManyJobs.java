package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.JsonViews;
import io.lull.cli.text.JobWords;
import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.JobView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command for one job or several, each by itself: one that fails does not stop the others. */
abstract class ManyJobs implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Parameters(
      paramLabel = "ID",
      arity = "1..*",
      description = "The jobs, such as J1, or a range of them, such as J10-J19.")
  private List<String> ids = List.of();

  @Mixin private final JsonOption json = new JsonOption();

  ManyJobs(CommandEnvironment environment) {
    this.environment = environment;
  }

  /** Checks the options, before any call. */
  void check() {}

  /** Does it to one job; the answer is printed. */
  abstract JobView ask(GridClient grid, String job);

  /** What is printed of a job to which it was done. */
  String line(JobView view) {
    final String remark = JobWords.remark(view);
    return view.getId() + " " + view.getState() + (remark.isEmpty() ? "" : ": " + remark);
  }

  CommandEnvironment environment() {
    return environment;
  }

  @Override
  public Integer call() {
    final List<String> jobs = Arguments.jobs(ids);
    check();
    final List<JobView> done = new ArrayList<>();
    @Nullable ClientFailure first = null;
    try (GridClient grid = environment.grid().get()) {
      for (final String job : jobs) {
        try {
          done.add(ask(grid, job));
        } catch (ClientFailure e) {
          if (jobs.size() == 1) {
            throw e;
          }
          first = first == null ? e : first;
          environment.err().println(job + ": " + e.line());
          if (e.kind() == ClientFailure.Kind.UNREACHABLE) {
            break;
          }
        }
      }
    }
    print(done, jobs.size());
    return first == null ? ExitCode.DONE.number() : ExitCode.of(first).number();
  }

  private void print(List<JobView> done, int asked) {
    if (!json.wanted) {
      done.forEach(view -> environment.out().println(line(view)));
    } else if (asked == 1) {
      environment.print(JsonViews.job(done.getFirst()));
    } else {
      final ArrayNode all = JsonNodeFactory.instance.arrayNode();
      done.forEach(view -> all.add(JsonViews.job(view)));
      environment.print(all);
    }
  }
}
