package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.Programs;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.project.ProjectTemplate;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "new",
    description = "Make a new project for a program of your own: sources, a test, and a build.",
    sortOptions = false)
final class NewCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Parameters(paramLabel = "NAME", description = "Of the project, its folder and its class.")
  private String name = "";

  @Option(
      names = "--model",
      paramLabel = "grid|bag",
      description = "What kind of program; default: ${DEFAULT-VALUE}.")
  private String model = "grid";

  @Mixin private final JsonOption json = new JsonOption();

  NewCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final ProjectTemplate.Model kind = ProjectTemplate.Model.of(model);
    ProjectTemplate.checkName(name);
    final Path launcher =
        Programs.launcher()
            .orElseThrow(
                () -> new CommandFailure(ExitCode.FAILED, "this is no installation of Lull"));
    final Path lib = Objects.requireNonNull(launcher.getParent()).resolve("lib");
    final List<Path> files =
        new ProjectTemplate(name, kind, lib.toAbsolutePath().normalize())
            .write(environment.folder());
    if (json.wanted) {
      final ObjectNode document = JsonNodeFactory.instance.objectNode().put("name", name);
      final ArrayNode list = document.putArray("files");
      files.forEach(file -> list.add(file.toString()));
      environment.print(document);
    } else {
      files.forEach(environment.out()::println);
    }
    return ExitCode.DONE.number();
  }
}
