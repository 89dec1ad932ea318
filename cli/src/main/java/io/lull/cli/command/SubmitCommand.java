package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.JsonViews;
import io.lull.cli.text.Progress;
import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.submit.JobArrays;
import io.lull.client.submit.JobDraft;
import io.lull.client.submit.JobPlan;
import io.lull.client.submit.JobSubmission;
import io.lull.client.submit.SpecFile;
import io.lull.client.submit.SubmitOption;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.JobArrayReply;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.SubmitReply;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "submit",
    description = "Submit a job.",
    sortOptions = false,
    footer = {
      "",
      "A --spec file uses the option names as keys: app: jacobi, workers: \"2:8\", param: {size:"
          + " 2001}, input: [plates.png]; options on the command line override it."
    })
final class SubmitCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Mixin private final ProgramOptions program = new ProgramOptions();

  @Option(
      names = "--command",
      paramLabel = "'PROGRAM WORDS'",
      description =
          "A command to run once for each task: {} becomes the task's line or index, {index}"
              + " its index. Not run through a shell.")
  private @Nullable String command;

  @Option(
      names = "--image",
      paramLabel = "FILE",
      description =
          "With --command: run it in a container image, the archive that podman export writes, on"
              + " nodes that can; default: on the node's own system.")
  private @Nullable String image;

  @Option(
      names = "--each",
      paramLabel = "FILE",
      description = "Instead of --tasks: one task for each line of the file.")
  private @Nullable String each;

  @Option(
      names = "--task-time",
      paramLabel = "DURATION",
      description = "With tasks: maximum run time per task.")
  private @Nullable String taskTime;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description =
          "With tasks: retries of a failed task; default: 0. A task whose machine is"
              + " taken away always runs again.")
  private @Nullable String retries;

  @Option(
      names = "--replicate",
      paramLabel = "N",
      description =
          "Run each task on N nodes and compare the results; most nodes decide. Default: 1.")
  private @Nullable String replicate;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description = "A job specification in a file, as YAML or JSON.")
  private @Nullable String spec;

  @Option(
      names = "--workers",
      paramLabel = "MIN:MAX",
      description =
          "Minimum and maximum number of workers; N means N:N. Default: 1:64, whatever is"
              + " idle.")
  private @Nullable String workers;

  @Option(
      names = "--moldable",
      description =
          "Choose the number of workers at the start, between MIN and MAX, and keep it;"
              + " default: it changes with the idle machines.")
  private boolean moldable;

  @Option(
      names = "--network",
      description =
          "Let the guests reach the network, on machines whose owners and administrators allow it;"
              + " default: a job's workers reach each other and nothing else.")
  private boolean network;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "With --wait: fetch the output files into this folder.")
  private @Nullable String output;

  @Option(
      names = "--require",
      paramLabel = "EXPR",
      description =
          "Only machines that match, such as 'memory >= 8G && label.room == 2.14'. Facts:"
              + " os, name, cores, memory, speed, label.NAME.")
  private @Nullable String require;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description = "From -100 to your maximum; default: 0; higher goes" + " first.")
  private @Nullable String priority;

  @Option(
      names = "--checkpoint",
      paramLabel = "auto|off|DURATION|N%",
      description = "Checkpoint interval, or the share of time it may take; default:" + " default.")
  private @Nullable String checkpoint;

  @Option(
      names = "--code",
      paramLabel = "K:N",
      description =
          "Any K of each N machines are enough to restore a checkpoint, such as 4:6; default:"
              + " two copies of each piece.")
  private @Nullable String code;

  @Option(
      names = "--after",
      paramLabel = "JOB,...",
      description =
          "Your jobs that must finish first; if one fails, this one fails. any:JOB need only end.")
  private @Nullable String after;

  @Option(
      names = "--begin",
      paramLabel = "TIME",
      description = "Not before this: 18:30, 2026-11-27T08:00, or in 2h.")
  private @Nullable String begin;

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = "Maximum total time with machines; then the job fails.")
  private @Nullable String timeLimit;

  @Option(
      names = "--notify",
      paramLabel = "URL",
      description = "A webhook to notify, if the administrator allows its host.")
  private @Nullable String notifyUrl;

  @Option(
      names = "--notify-on",
      paramLabel = "end,suspended,waiting",
      description =
          "With --notify: when; default: end. Suspended or waiting for machines"
              + " is sent after a minute.")
  private @Nullable String notifyOn;

  @Option(
      names = "--array",
      paramLabel = "FIRST-LAST",
      description =
          "One job for each index, all or none: {index} becomes the index in values of"
              + " --param; with --output each job gets its own folder.")
  private @Nullable String array;

  @Option(names = "--name", paramLabel = "NAME", description = "The job's name.")
  private @Nullable String name;

  @Option(
      names = "--dry-run",
      description =
          "Submit nothing, send no files: check the job, and say where it would run, or why it"
              + " would wait.")
  private boolean dryRun;

  @Option(
      names = "--wait",
      description = "Wait until the job ends; exit code 1 when it did not finish.")
  private boolean wait;

  @Mixin private final JsonOption json = new JsonOption();

  SubmitCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final List<JobPlan> plans = plans();
    for (final JobPlan plan : plans) {
      if (plan.output() != null && !wait) {
        throw CommandFailure.badInput(
            "--output needs --wait; without it, fetch outputs later with lull outputs ID --to DIR");
      }
      if (plan.output() != null) {
        OutputDownload.checkFolder(plan.output());
      }
    }
    try (GridClient grid = environment.grid().get()) {
      final JobSubmission submission = new JobSubmission(grid, plans);
      submission.checkTerms();
      if (dryRun) {
        preview(submission.preview(), plans.size());
        return ExitCode.DONE.number();
      }
      final List<JobSpec> specs = withFiles(submission);
      if (plans.size() > 1) {
        final JobArrayReply all = grid.submit(specs);
        warn(all.getWarning());
        return many(grid, all.getJobsList(), plans).number();
      }
      final SubmitReply one = grid.submit(specs.getFirst());
      warn(one.getWarning());
      final String job = one.getJob();
      if (!wait) {
        submitted(grid, job);
        return ExitCode.DONE.number();
      }
      environment.err().println(job + " submitted; Ctrl-C stops waiting, not the job");
      return waited(grid, job, plans.getFirst().output()).number();
    }
  }

  private void preview(List<String> lines, int jobs) {
    if (json.wanted) {
      environment.print(JsonViews.preview(lines));
      return;
    }
    if (jobs > 1) {
      environment.out().println("of " + jobs + " jobs, the first:");
    }
    lines.forEach(environment.out()::println);
  }

  private void warn(String shortage) {
    if (!shortage.isEmpty()) {
      environment.err().println("warning: it waits for nodes: " + shortage);
    }
  }

  private ExitCode many(GridClient grid, List<String> jobs, List<JobPlan> plans) {
    if (!wait && json.wanted) {
      final ArrayNode views = JsonNodeFactory.instance.arrayNode();
      jobs.forEach(job -> views.add(JsonViews.job(grid.job(job))));
      environment.print(views);
      return ExitCode.DONE;
    }
    final String all = jobs.getFirst() + " to " + jobs.getLast() + " submitted; ";
    if (!wait) {
      environment.out().println(all + "lull jobs lists them");
      return ExitCode.DONE;
    }
    environment.err().println(all + "Ctrl-C stops waiting, not the jobs");
    ExitCode worst = ExitCode.DONE;
    for (int i = 0; i < jobs.size(); i++) {
      final ExitCode code = waited(grid, jobs.get(i), plans.get(i).output());
      worst = code == ExitCode.DONE ? worst : code;
    }
    return worst;
  }

  private void submitted(GridClient grid, String job) {
    if (json.wanted) {
      environment.print(JsonViews.job(grid.job(job)));
    } else {
      environment.out().println(job + " submitted; lull job " + job + " --watch follows it");
    }
  }

  private ExitCode waited(GridClient grid, String job, @Nullable Path folder) {
    final JobFollower follow = new JobFollower(environment);
    final JobView end = json.wanted ? follow.quietly(grid, job) : follow.inLines(grid, job);
    final boolean finished = JobText.finished(end);
    final List<Path> fetched =
        (finished || end.hasTasks()) && folder != null
            ? new OutputDownload(environment).fetch(grid, job, grid.outputs(job), folder)
            : List.of();
    if (json.wanted) {
      environment.print(JsonViews.job(end));
    } else {
      end.getCheckValuesList()
          .forEach(v -> environment.out().println(v.getName() + " " + v.getValue()));
      fetched.forEach(environment.out()::println);
    }
    return finished ? ExitCode.DONE : ExitCode.FAILED;
  }

  private List<JobSpec> withFiles(JobSubmission submission) {
    try (Progress progress = environment.progress()) {
      return submission.sendFiles((file, done, total) ->
          progress.show(
              "sending " + file + ", " + Sizes.format(done) + " of " + Sizes.format(total)));
    }
  }

  private JobDraft options() {
    final Map<SubmitOption, String> words = new EnumMap<>(SubmitOption.class);
    ProgramOptions.put(words, SubmitOption.NAME, name);
    ProgramOptions.put(words, SubmitOption.WORKERS, workers);
    ProgramOptions.put(words, SubmitOption.MOLDABLE, moldable ? "true" : null);
    ProgramOptions.put(words, SubmitOption.NETWORK, network ? "true" : null);
    ProgramOptions.put(
        words,
        SubmitOption.OUTPUT,
        ProgramOptions.absolute(environment, SubmitOption.OUTPUT, output));
    ProgramOptions.put(words, SubmitOption.REQUIRE, require);
    ProgramOptions.put(words, SubmitOption.PRIORITY, priority);
    ProgramOptions.put(words, SubmitOption.CHECKPOINT, checkpoint);
    ProgramOptions.put(words, SubmitOption.CODE, code);
    ProgramOptions.put(words, SubmitOption.COMMAND, command);
    ProgramOptions.put(
        words, SubmitOption.IMAGE, ProgramOptions.absolute(environment, SubmitOption.IMAGE, image));
    ProgramOptions.put(
        words, SubmitOption.EACH, ProgramOptions.absolute(environment, SubmitOption.EACH, each));
    ProgramOptions.put(words, SubmitOption.TASK_TIME, taskTime);
    ProgramOptions.put(words, SubmitOption.RETRIES, retries);
    ProgramOptions.put(words, SubmitOption.REPLICATE, replicate);
    ProgramOptions.put(words, SubmitOption.AFTER, after);
    ProgramOptions.put(
        words,
        SubmitOption.BEGIN,
        begin == null ? null : Arguments.moment(environment, "--begin", begin).toString());
    ProgramOptions.put(words, SubmitOption.TIME_LIMIT, timeLimit);
    ProgramOptions.put(words, SubmitOption.NOTIFY, notifyUrl);
    ProgramOptions.put(words, SubmitOption.NOTIFY_ON, notifyOn);
    ProgramOptions.put(words, SubmitOption.ARRAY, array);
    return program.draft(environment, words);
  }

  private List<JobPlan> plans() {
    final JobDraft options = options();
    if (spec == null) {
      return JobArrays.check(options);
    }
    if (program.named().isPresent() || command != null) {
      throw CommandFailure.badInput(
          "--spec and "
              + program.named().orElse("--command")
              + " exclude each other: use only one");
    }
    final SpecFile file = SpecFile.read(Arguments.path(environment, "--spec", spec));
    try {
      return JobArrays.check(options.over(file.draft()));
    } catch (ClientFailure e) {
      throw file.located(e, options);
    }
  }
}
