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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "cancel",
    description = "Cancel jobs; their outputs so far are discarded.",
    sortOptions = false,
    footer = {"", "For example: lull cancel J7; lull cancel J3 J10-J19"})
final class CancelCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Parameters(
      paramLabel = "ID",
      arity = "1..*",
      description = "The jobs, such as J1, or a range of them, such as J10-J19.")
  private List<String> ids = List.of();

  @Mixin private final JsonOption json = new JsonOption();

  CancelCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  /** One that cannot be cancelled does not keep the others running. */
  @Override
  public Integer call() {
    final List<String> jobs = Arguments.jobs(ids);
    final List<JobView> cancelled = new ArrayList<>();
    @Nullable ClientFailure first = null;
    try (GridClient grid = environment.grid().get()) {
      for (final String job : jobs) {
        try {
          cancelled.add(grid.cancel(job));
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
    print(cancelled, jobs.size());
    return first == null ? ExitCode.DONE.number() : ExitCode.of(first).number();
  }

  private void print(List<JobView> cancelled, int asked) {
    if (!json.wanted) {
      cancelled.forEach(view -> environment.out().println(line(view)));
    } else if (asked == 1) {
      environment.print(JsonViews.job(cancelled.getFirst()));
    } else {
      final ArrayNode all = JsonNodeFactory.instance.arrayNode();
      cancelled.forEach(view -> all.add(JsonViews.job(view)));
      environment.print(all);
    }
  }

  private static String line(JobView view) {
    final String remark = JobWords.remark(view);
    return view.getId() + " " + view.getState() + (remark.isEmpty() ? "" : ": " + remark);
  }
}
