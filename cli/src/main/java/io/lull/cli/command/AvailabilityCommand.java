package io.lull.cli.command;

import io.lull.cli.availability.AvailabilityChart;
import io.lull.cli.availability.AvailabilityCsv;
import io.lull.cli.availability.AvailabilityText;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.JsonViews;
import io.lull.client.grid.GridClient;
import io.lull.protocol.text.Durations;
import io.lull.protocol.wire.AvailabilityView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "availability",
    description =
        "Show how many machines were available, running jobs, in use by owners or offline.",
    sortOptions = false)
final class AvailabilityCommand implements Callable<Integer> {
  private static final String PNG = "--png";

  private final CommandEnvironment environment;

  @Option(
      names = "--since",
      paramLabel = "DURATION",
      description = "How far back, such as 90m or 7d; default: 24h.")
  private String since = "24h";

  @Option(
      names = "--bucket",
      paramLabel = "DURATION",
      description = "Length of each averaging interval; default: 5m.")
  private String bucket = "5m";

  @ArgGroup private final Form form = new Form();

  /** At most one of them. */
  private static final class Form {
    @Option(
        names = "--json",
        description = "Print one JSON document on standard output instead of text.")
    private boolean json;

    @Option(names = "--csv", description = "Print CSV, one row per interval.")
    private boolean csv;

    @Option(names = PNG, paramLabel = "FILE", description = "Write a chart to this PNG file.")
    private @Nullable String png;
  }

  AvailabilityCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final Duration back = Arguments.parse("--since", since, Durations::parse);
    final Duration each = Arguments.parse("--bucket", bucket, Durations::parse);
    final @Nullable Path picture =
        form.png == null ? null : inFolder(Arguments.path(environment, PNG, form.png));
    final AvailabilityView view;
    try (GridClient grid = environment.grid().get()) {
      view = grid.history().availability(back, each);
    }
    if (form.json) {
      environment.print(JsonViews.availability(view));
    } else if (form.csv) {
      environment.out().print(AvailabilityCsv.of(view));
    } else if (picture != null) {
      draw(view, picture);
    } else {
      environment.out().print(AvailabilityText.of(view, environment.screen(), environment.zone()));
    }
    return 0;
  }

  private static Path inFolder(Path file) {
    final @Nullable Path folder = file.toAbsolutePath().getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      throw CommandFailure.badInput(
          PNG + ": the folder " + folder + " does not exist: create it, or choose another");
    }
    return file;
  }

  private void draw(AvailabilityView view, Path file) {
    System.setProperty("java.awt.headless", "true");
    try {
      ImageIO.write(AvailabilityChart.of(view, environment.zone()), "png", file.toFile());
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, PNG + ": " + file + " cannot be written: " + e.getMessage(), e);
    } catch (LinkageError | InternalError e) {
      throw new CommandFailure(
          ExitCode.FAILED,
          "this computer has no fonts: install fontconfig and a font, such as"
              + " fonts-dejavu-core",
          e);
    }
    environment.out().println(file + " written");
  }
}
