package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.json.JsonViews;
import io.lull.cli.text.JobWords;
import io.lull.protocol.wire.JobView;
import java.util.List;
import picocli.CommandLine.Parameters;

/** A command for one job or several. */
abstract class ManyJobs extends Several<JobView> {
  @Parameters(
      paramLabel = "ID",
      arity = "1..*",
      description = "The jobs, such as J1, or a range of them, such as J10-J19.")
  private List<String> ids = List.of();

  ManyJobs(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  List<String> subjects() {
    return Arguments.jobs(ids);
  }

  @Override
  ObjectNode document(JobView view) {
    return JsonViews.job(view);
  }

  /** What is printed of a job to which it was done. */
  String line(JobView view) {
    final String remark = JobWords.remark(view);
    return view.getId() + " " + view.getState() + (remark.isEmpty() ? "" : ": " + remark);
  }

  @Override
  String text(JobView view) {
    return line(view) + System.lineSeparator();
  }
}
