package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.run.LocalRun;
import io.lull.cli.run.RunOptions;
import io.lull.client.DestinationFolder;
import io.lull.client.submit.SubmitOption;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "run",
    description = {
      "Run your program on this computer, on several workers, each a process of its own.",
      "Needs no grid and no login, and leaves nothing running."
    },
    sortOptions = false)
final class RunCommand implements Callable<Integer> {
  private static final int USUAL_WORKERS = 2;

  private final CommandEnvironment environment;

  @Mixin private final ProgramOptions program = new ProgramOptions();

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Number of workers; default: ${DEFAULT-VALUE}.")
  private int workers = USUAL_WORKERS;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Copy the output files to this folder.")
  private @Nullable String output;

  @Option(
      names = "--shake",
      paramLabel = "SEED",
      description =
          "Let owners come back and go, and machines die and be replaced, while it runs. The"
              + " number decides what happens in which order.")
  private @Nullable Long shake;

  @Option(
      names = "--verify",
      description =
          "Compute the same on one worker as well, and compare the outputs and check values bit"
              + " for bit; exit code 1 when they differ.")
  private boolean verify;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Keep all files, the logs too, in this new folder.")
  private @Nullable String keep;

  @Mixin private final JsonOption json = new JsonOption();

  RunCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (program.named().isEmpty()) {
      throw CommandFailure.badInput("lull run needs a program: --jar FILE --main CLASS");
    }
    final Path folder = path("--output", output);
    if (folder != null) {
      new DestinationFolder(folder).requireWritable();
    }
    final LocalRun.Ending ending =
        LocalRun.run(
            new RunOptions(workers, shake, verify, folder, path("--keep", keep)),
            program.draft(environment, new EnumMap<>(SubmitOption.class)),
            environment.err(),
            environment.clock());
    if (json.wanted) {
      environment.print(ending.json());
    } else {
      tell(ending);
    }
    return ending.code().number();
  }

  private void tell(LocalRun.Ending ending) {
    ending
        .job()
        .getCheckValuesList()
        .forEach(value -> environment.out().println(value.getName() + " " + value.getValue()));
    ending.outputs().forEach(environment.out()::println);
    if (ending.verified()) {
      environment.out().println("verified: bit-identical to the result of one worker");
    } else if (!ending.fault().isEmpty()) {
      environment.out().println("NOT verified: " + ending.fault());
    }
  }

  private @Nullable Path path(String option, @Nullable String text) {
    return text == null ? null : Arguments.path(environment, option, text);
  }
}
