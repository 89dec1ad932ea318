package io.lull.cli.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.apps.BundledApp;
import io.lull.apps.BundledApps;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.Json;
import io.lull.cli.json.JsonViews;
import io.lull.cli.local.GridMonitor;
import io.lull.cli.local.GridReporter;
import io.lull.cli.local.GridSnapshot;
import io.lull.cli.local.LocalFolder;
import io.lull.cli.local.LocalGrid;
import io.lull.cli.local.LocalGridFailure;
import io.lull.cli.local.LocalNode;
import io.lull.cli.local.NodeNames;
import io.lull.cli.local.PlainReporter;
import io.lull.cli.local.ShutdownCleanup;
import io.lull.cli.local.SimulatedOwners;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.Screen;
import io.lull.cli.text.TerminalSize;
import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.grid.TransferProgress;
import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.Parameter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** Runs the demonstration from its start to its end, and leaves nothing running. */
public final class Demo {
  private static final Duration NODES_LIMIT = Duration.ofMinutes(3);
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration END_LIMIT = Duration.ofMinutes(30);

  /**
   * The duration of the scenario on an idle computer; one that starts the agents slowly gets more.
   */
  private static final Duration STORY = Duration.ofSeconds(20);

  private static final Duration SLOWEST_PACE = Duration.ofMillis(1500);
  private static final String CHECKPOINT_INTERVAL = "3s";

  private final DemoOptions options;
  private final PrintStream out;
  private final Screen screen;
  private final Clock clock = SystemClock.INSTANCE;
  private final List<String> names;
  private final DemoScenario story;
  private final GridReporter narrator;

  private Demo(DemoOptions options, PrintStream out, Screen screen) {
    this.options = options;
    this.out = out;
    this.screen = screen;
    this.names = NodeNames.first(options.nodes());
    this.story =
        options.events() == null
            ? new DayScenario(options.nodes())
            : EventsFile.read(options.events(), names);
    final String title =
        String.format(
            "Jacobi on %d × %d cells, %d machines simulated on this one",
            options.size(), options.size(), options.nodes());
    this.narrator =
        options.window() && screen.terminal()
            ? new LiveReporter(out, title, screen, TerminalSize.now().rows(), clock)
            : new PlainReporter(out, clock);
  }

  /**
   * @param screen of {@code out}
   * @return the exit code: 0 only if the result was verified and the scenario completed
   * @throws CommandFailure if the options cannot be used, before anything is started
   */
  public static int run(DemoOptions options, PrintStream out, Screen screen) {
    final Demo demo = new Demo(options, out, screen);
    try (LocalFolder folder = LocalFolder.of(options.keep());
        LocalGrid grid = new LocalGrid(folder.path(), SystemClock.INSTANCE);
        ShutdownCleanup _ = ShutdownCleanup.on(folder, grid, demo.narrator)) {
      return demo.play(folder, grid);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.FAILED, "the demonstration failed: " + e.getMessage(), e);
    }
  }

  private int play(LocalFolder folder, LocalGrid grid) throws IOException {
    try {
      return told(folder, grid).number();
    } catch (LocalGridFailure | CommandFailure | ClientFailure e) {
      narrator.close();
      final String line = e.getMessage();
      final String logs =
          folder.kept()
              ? "; the logs are in " + folder.path().resolve("logs")
              : "; --keep DIR keeps the logs";
      throw new CommandFailure(ExitCode.FAILED, line + logs, e);
    } catch (InterruptedException e) {
      narrator.close();
      throw new CommandFailure(ExitCode.FAILED, "the demonstration was interrupted", e);
    }
  }

  private ExitCode told(LocalFolder folder, LocalGrid grid)
      throws IOException, LocalGridFailure, InterruptedException {
    final long begin = clock.nanos();
    narrator.say(
        "starting a coordinator and "
            + HumanFormat.count(options.nodes(), "agent")
            + ", each in its own process");
    final GridClient client = grid.startCoordinator();
    for (int i = 0; i < names.size(); i++) {
      final LocalNode node = grid.startNode(names.get(i));
      node.atDesk(story.startsAtDesk(i));
    }
    try (GridMonitor watch = new GridMonitor(client, narrator, clock);
        SimulatedOwners _ = new SimulatedOwners(grid::nodes, narrator)) {
      watch.start();
      final long atDesk = grid.nodes().stream().filter(LocalNode::isAtDesk).count();
      watch.await(
          "the agents",
          NODES_LIMIT,
          sight ->
              sight.nodes().size() == names.size()
                  && sight.nodesIn("available") >= names.size() - atDesk);
      final Duration pace = pace(Duration.ofNanos(clock.nanos() - begin));
      if (options.window()) {
        openWindow(grid);
      }
      final DemoControl stage = new DemoControl(grid.nodes(), watch, narrator, pace);
      final JobView job = tell(stage, watch, client, pace);
      return report(folder, grid, client, watch.sight(), job);
    }
  }

  /** The demonstration continues whatever the result. */
  private void openWindow(LocalGrid grid) {
    try {
      if (grid.openWindow()) {
        narrator.say("opening the cluster page");
      }
    } catch (IOException e) {
      narrator.say("no window: " + e.getMessage());
    }
  }

  /** A computer that starts the agents slowly is slow afterwards, too. */
  private Duration pace(Duration preparation) {
    final Duration whole = STORY.plus(preparation);
    final Duration pace =
        whole.dividedBy(options.iterationsOrDefault()).truncatedTo(ChronoUnit.MILLIS);
    return pace.compareTo(SLOWEST_PACE) > 0 ? SLOWEST_PACE : pace;
  }

  private JobView tell(DemoControl stage, GridMonitor watch, GridClient client, Duration pace)
      throws LocalGridFailure, InterruptedException {
    final String id = client.submit(spec(pace)).getJob();
    watch.follow(id);
    narrator.say("submitted " + id + ": Jacobi, " + options.iterationsOrDefault() + " iterations");
    watch.await("the job to start", START_LIMIT, sight -> sight.iteration() > 0);
    story.play(stage);
    watch.awaitEnd(END_LIMIT);
    final JobView job = watch.sight().job();
    if (job == null || !job.getState().equals("finished")) {
      throw new LocalGridFailure(
          "the job " + (job == null ? "is gone" : "is " + job.getState() + ": " + job.getError()));
    }
    return job;
  }

  private JobSpec spec(Duration pace) {
    final BundledApp jacobi = BundledApps.named("jacobi").orElseThrow();
    final JobSpec.Builder spec =
        JobSpec.newBuilder()
            .setName("demo")
            .setApp(jacobi.name())
            .setMainClass(jacobi.mainClass())
            .setMinWorkers(1)
            .setMaxWorkers(options.nodes())
            .setCheckpoint(CHECKPOINT_INTERVAL)
            .setMemoryBytes(memoryBytes());
    Map.of(
            "size", String.valueOf(options.size()),
            "iterations", String.valueOf(options.iterationsOrDefault()),
            "pace", pace.toMillis() + "ms")
        .forEach((name, value) ->
            spec.addParameters(Parameter.newBuilder().setName(name).setValue(value)));
    return spec.build();
  }

  /**
   * Room for the old and the new values, twice while they move, when half of the nodes are left.
   */
  private long memoryBytes() {
    final long cells = (long) options.size() * options.size();
    final long share = 4 * Double.BYTES * cells / Math.max(1, options.nodes() / 2);
    return (256L << 20) + share;
  }

  private ExitCode report(
      LocalFolder folder, LocalGrid grid, GridClient client, GridSnapshot sight, JobView job)
      throws IOException, LocalGridFailure, InterruptedException {
    final Path result = Files.createDirectories(folder.path().resolve("result"));
    for (final Blob output : job.getOutputsList()) {
      client.download(job.getId(), output, result, TransferProgress.NONE);
    }
    narrator.say("the job is done; running the same computation on one worker for comparison");
    final Verification verification = Verification.of(grid, folder.path(), job, result, options);
    narrator.close();
    final double seconds = (job.getFinishedAt() - job.getStartedAt()) / 1e3;
    if (options.json() != null) {
      writeJson(options.json(), sight, job, verification, seconds);
    }
    out.println();
    out.print(Summary.of(sight, screen));
    out.println();
    job.getCheckValuesList().forEach(v -> out.println(v.getName() + " " + v.getValue()));
    out.println(verdict(verification, seconds));
    if (folder.kept()) {
      out.println(
          "kept: "
              + result.resolve("solution.png")
              + " and all logs in "
              + folder.path().resolve("logs"));
    }
    out.flush();
    return verification.verified() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private static String verdict(Verification verification, double seconds) {
    return verification.verified()
        ? String.format(
            "verified: bit-identical to the result of one worker%n(%.1f s on the cluster, at a pace"
                + " slowed down for display; %.1f s on one worker)",
            seconds, verification.oneWorkerSeconds())
        : "NOT verified: "
            + verification.fault()
            + "; the largest difference in a cell is "
            + verification.maxDifference();
  }

  private static void writeJson(
      Path file, GridSnapshot sight, JobView job, Verification verification, double seconds)
      throws IOException {
    final ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.set("job", JsonViews.job(job));
    document.set("nodes", JsonViews.nodes(sight.nodes()));
    document.put("verified", verification.verified());
    final double difference = verification.maxDifference();
    document.set(
        "maxDifference",
        Double.isFinite(difference) ? document.numberNode(difference) : document.nullNode());
    document.put("elapsedSeconds", seconds);
    document.put("oneWorkerSeconds", verification.oneWorkerSeconds());
    Files.writeString(file, Json.text(document) + "\n");
  }
}
