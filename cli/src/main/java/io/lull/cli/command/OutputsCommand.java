package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.JsonViews;
import io.lull.cli.text.Table;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobView;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "outputs", description = "Fetch or list a job's output files.")
final class OutputsCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Parameters(paramLabel = "ID", description = "The job, such as J1.")
  private String id = "";

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = "Fetch the files into this folder; without it, list them.")
  private @Nullable String to;

  @Option(
      names = "--file",
      paramLabel = "NAME",
      description = "Only this file; may be repeated. Default: all.")
  private List<String> wanted = List.of();

  @Mixin private final JsonOption json = new JsonOption();

  OutputsCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final String job = Arguments.job(id);
    final Path folder = to == null ? null : Arguments.path(environment, "--to", to);
    if (folder != null) {
      OutputDownload.checkFolder(folder);
    }
    final List<Blob> files;
    final List<Path> fetched;
    try (GridClient grid = environment.grid().get()) {
      final List<Blob> all = grid.outputs(job);
      if (all.isEmpty() && (!json.wanted || !wanted.isEmpty())) {
        return none(grid.job(job));
      }
      files = chosen(job, all);
      fetched =
          folder == null
              ? List.of()
              : new OutputDownload(environment).fetch(grid, job, files, folder);
    }
    if (json.wanted) {
      environment.print(document(job, files, fetched));
    } else if (folder != null) {
      fetched.forEach(environment.out()::println);
    } else {
      final Table table = new Table().left("NAME").right("SIZE").left("SHA-256");
      files.forEach(f ->
          table.row().cell(f.getName()).cell(Sizes.format(f.getSizeBytes())).cell(f.getSha256()));
      environment.out().print(table.render(environment.screen()));
    }
    return 0;
  }

  private List<Blob> chosen(String job, List<Blob> all) {
    for (final String name : wanted) {
      if (all.stream().noneMatch(file -> file.getName().equals(name))) {
        throw CommandFailure.badInput(
            "--file: "
                + job
                + " has no output named '"
                + name
                + "': lull outputs "
                + job
                + " lists them");
      }
    }
    return wanted.isEmpty()
        ? all
        : all.stream().filter(file -> wanted.contains(file.getName())).toList();
  }

  private int none(JobView job) {
    if (JobState.of(job.getState()).ended()) {
      environment.out().println(job.getId() + " has no outputs.");
      return ExitCode.DONE.number();
    }
    throw new CommandFailure(
        ExitCode.FAILED,
        job.getId()
            + " is "
            + job.getState()
            + ": it has outputs when it has ended (lull wait "
            + job.getId()
            + ")");
  }

  private static ObjectNode document(String job, List<Blob> files, List<Path> fetched) {
    final ObjectNode o = JsonNodeFactory.instance.objectNode();
    o.put("job", job);
    final ArrayNode list = JsonViews.files(files);
    for (int i = 0; i < fetched.size(); i++) {
      ((ObjectNode) list.get(i)).put("path", fetched.get(i).toString());
    }
    o.set("files", list);
    return o;
  }
}
