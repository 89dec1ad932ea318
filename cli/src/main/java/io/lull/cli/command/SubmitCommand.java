package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.Views;
import io.lull.cli.text.Progress;
import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.submit.JobArrays;
import io.lull.client.submit.JobDraft;
import io.lull.client.submit.JobPlan;
import io.lull.client.submit.SpecFile;
import io.lull.client.submit.Submission;
import io.lull.client.submit.Word;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
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
      "For example: lull submit --app jacobi --param size=2001 --workers 2:8 --wait --output field",
      "Or any program: lull submit --command 'convert {} -resize 50%% small.png' --each names.txt",
      "Or tasks in Java: lull submit --jar tasks.jar --main Frame --tasks 250",
      "A file for --spec has the same words as keys: app: jacobi, workers: \"2:8\", param: {size:"
          + " 2001}, input: [plates.png]; options on the command line go before it."
    })
final class SubmitCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Option(
      names = "--app",
      paramLabel = "NAME",
      description = "A bundled application; lull apps lists them.")
  private @Nullable String app;

  @Option(names = "--jar", paramLabel = "FILE", description = "A program of your own, with --main.")
  private @Nullable String jar;

  @Option(
      names = "--main",
      paramLabel = "CLASS",
      description = "Its GridProgram; or, with --tasks or --each, its BagTask.")
  private @Nullable String mainClass;

  @Option(
      names = "--command",
      paramLabel = "'PROGRAM WORDS'",
      description =
          "A command line, run once for each task: {} stands for the task's line or index, {index}"
              + " for its index. No shell reads it.")
  private @Nullable String command;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "With --command, or --jar and --main: so many tasks, their indices 0 to N-1.")
  private @Nullable String tasks;

  @Option(
      names = "--each",
      paramLabel = "FILE",
      description = "Instead: a task for each line of the file.")
  private @Nullable String each;

  @Option(
      names = "--task-time",
      paramLabel = "DURATION",
      description = "With tasks: longer none may run.")
  private @Nullable String taskTime;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description =
          "With tasks: so often one is tried again that failed; 0 by default. A task whose node is"
              + " taken away is always run again.")
  private @Nullable String retries;

  @Option(
      names = "--spec",
      paramLabel = "FILE",
      description = "A job written down in a file, as YAML or JSON.")
  private @Nullable String spec;

  @Option(
      names = "--workers",
      paramLabel = "MIN:MAX",
      description =
          "How few and how many workers it may have; N means N:N. By default 1:64: whatever is"
              + " idle.")
  private @Nullable String workers;

  @Option(
      names = "--moldable",
      description =
          "Its number of workers is chosen when it begins, between MIN and MAX, and then stays; by"
              + " default it changes with what is idle.")
  private boolean moldable;

  @Option(
      names = "--param",
      paramLabel = "K=V",
      description = "A parameter of the program; may be repeated.")
  private List<String> parameters = List.of();

  @Option(names = "--input", paramLabel = "FILE", description = "An input file; may be repeated.")
  private List<String> inputs = List.of();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "With --wait: fetch the output files into this folder.")
  private @Nullable String output;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description = "What a worker may use in all, such as 512M or 2G.")
  private @Nullable String memory;

  @Option(
      names = "--require",
      paramLabel = "EXPR",
      description =
          "Only nodes for which this holds, such as 'memory >= 8G && label.room == 2.14'. Facts:"
              + " os, name, cores, memory, speed, label.NAME.")
  private @Nullable String require;

  @Option(
      names = "--priority",
      paramLabel = "N",
      description =
          "From -100 to as much as an administrator lets you have; 0 by default; the greater goes"
              + " first.")
  private @Nullable String priority;

  @Option(
      names = "--checkpoint",
      paramLabel = "auto|off|DURATION|N%",
      description =
          "How often the state is made safe, or the share of the time it may take; auto by"
              + " default.")
  private @Nullable String checkpoint;

  @Option(
      names = "--code",
      paramLabel = "K:N",
      description =
          "Of each N machines any K are enough to have a checkpoint back, such as 4:6; by default"
              + " each piece is kept on two.")
  private @Nullable String code;

  @Option(
      names = "--after",
      paramLabel = "JOB,...",
      description = "Jobs of yours that have to finish first; when one fails, this one does.")
  private @Nullable String after;

  @Option(
      names = "--time-limit",
      paramLabel = "DURATION",
      description = "So long it may have nodes in all; then it fails.")
  private @Nullable String timeLimit;

  @Option(
      names = "--notify",
      paramLabel = "URL",
      description =
          "A web hook that is told what becomes of it, where the administrator allows its host.")
  private @Nullable String notifyUrl;

  @Option(
      names = "--notify-on",
      paramLabel = "end,suspended,waiting",
      description =
          "With --notify: what is told; end by default. That it is suspended or waits for nodes"
              + " is told after a minute.")
  private @Nullable String notifyOn;

  @Option(
      names = "--array",
      paramLabel = "FIRST-LAST",
      description =
          "A job for each of these indices, all of them or none: {index} stands for it in values of"
              + " --param, and with --output each has a folder of its own.")
  private @Nullable String array;

  @Option(names = "--name", paramLabel = "NAME", description = "A name for people.")
  private @Nullable String name;

  @Option(names = "--wait", description = "Wait for its end; exit code 1 when it did not finish.")
  private boolean wait;

  @Mixin private final JsonOption json = new JsonOption();

  SubmitCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    final List<JobPlan> plans = plans();
    for (final JobPlan plan : plans) {
      if (plan.output() != null && !wait) {
        throw CommandFailure.badInput(
            "--output goes with --wait; without it, fetch them later by lull outputs ID --to DIR");
      }
      if (plan.output() != null) {
        Outputs.checkFolder(plan.output());
      }
    }
    try (GridClient grid = surroundings.grid().get()) {
      final Submission submission = new Submission(grid, plans);
      submission.checkTerms();
      final List<JobSpec> specs = withFiles(submission);
      if (plans.size() > 1) {
        return many(grid, grid.submit(specs), plans).number();
      }
      final String job = grid.submit(specs.getFirst());
      if (!wait) {
        submitted(grid, job);
        return ExitCode.DONE.number();
      }
      surroundings.err().println(job + " submitted; Ctrl-C ends the waiting, not the job");
      return waited(grid, job, plans.getFirst().output()).number();
    }
  }

  private ExitCode many(GridClient grid, List<String> jobs, List<JobPlan> plans) {
    if (!wait && json.wanted) {
      final ArrayNode views = JsonNodeFactory.instance.arrayNode();
      jobs.forEach(job -> views.add(Views.job(grid.job(job))));
      surroundings.print(views);
      return ExitCode.DONE;
    }
    final String all = jobs.getFirst() + " to " + jobs.getLast() + " submitted; ";
    if (!wait) {
      surroundings.out().println(all + "lull jobs lists them");
      return ExitCode.DONE;
    }
    surroundings.err().println(all + "Ctrl-C ends the waiting, not the jobs");
    ExitCode worst = ExitCode.DONE;
    for (int i = 0; i < jobs.size(); i++) {
      final ExitCode code = waited(grid, jobs.get(i), plans.get(i).output());
      worst = code == ExitCode.DONE ? worst : code;
    }
    return worst;
  }

  private void submitted(GridClient grid, String job) {
    if (json.wanted) {
      surroundings.print(Views.job(grid.job(job)));
    } else {
      surroundings.out().println(job + " submitted; lull job " + job + " --watch follows it");
    }
  }

  private ExitCode waited(GridClient grid, String job, @Nullable Path folder) {
    final Follow follow = new Follow(surroundings);
    final JobView end = json.wanted ? follow.quietly(grid, job) : follow.inLines(grid, job);
    final boolean finished = JobText.finished(end);
    final List<Path> fetched =
        (finished || end.hasTasks()) && folder != null
            ? new Outputs(surroundings).fetch(grid, job, grid.outputs(job), folder)
            : List.of();
    if (json.wanted) {
      surroundings.print(Views.job(end));
    } else {
      end.getCheckValuesList()
          .forEach(v -> surroundings.out().println(v.getName() + " " + v.getValue()));
      fetched.forEach(surroundings.out()::println);
    }
    return finished ? ExitCode.DONE : ExitCode.FAILED;
  }

  private List<JobSpec> withFiles(Submission submission) {
    try (Progress progress = surroundings.progress()) {
      return submission.sendFiles((file, done, total) ->
          progress.show(
              "sending " + file + ", " + Sizes.format(done) + " of " + Sizes.format(total)));
    }
  }

  private JobDraft options() {
    final Map<Word, String> words = new EnumMap<>(Word.class);
    put(words, Word.APP, app);
    put(words, Word.JAR, absolute(Word.JAR, jar));
    put(words, Word.MAIN, mainClass);
    put(words, Word.NAME, name);
    put(words, Word.WORKERS, workers);
    put(words, Word.MOLDABLE, moldable ? "true" : null);
    put(words, Word.OUTPUT, absolute(Word.OUTPUT, output));
    put(words, Word.MEMORY, memory);
    put(words, Word.REQUIRE, require);
    put(words, Word.PRIORITY, priority);
    put(words, Word.CHECKPOINT, checkpoint);
    put(words, Word.CODE, code);
    put(words, Word.COMMAND, command);
    put(words, Word.TASKS, tasks);
    put(words, Word.EACH, absolute(Word.EACH, each));
    put(words, Word.TASK_TIME, taskTime);
    put(words, Word.RETRIES, retries);
    put(words, Word.AFTER, after);
    put(words, Word.TIME_LIMIT, timeLimit);
    put(words, Word.NOTIFY, notifyUrl);
    put(words, Word.NOTIFY_ON, notifyOn);
    put(words, Word.ARRAY, array);
    return new JobDraft(
        words,
        parameters(),
        inputs.stream().map(file -> Arguments.path(surroundings, "--input", file)).toList());
  }

  private List<JobPlan> plans() {
    final JobDraft options = options();
    if (spec == null) {
      return JobArrays.check(options);
    }
    if (app != null || jar != null || command != null) {
      throw CommandFailure.badInput(
          "--spec and "
              + (app != null ? "--app" : jar != null ? "--jar" : "--command")
              + " exclude each other: keep one");
    }
    final SpecFile file = SpecFile.read(Arguments.path(surroundings, "--spec", spec));
    try {
      return JobArrays.check(options.over(file.draft()));
    } catch (ClientFailure e) {
      throw file.located(e, options);
    }
  }

  private Map<String, String> parameters() {
    final Map<String, String> map = new LinkedHashMap<>();
    for (final String parameter : parameters) {
      final int equals = parameter.indexOf('=');
      if (equals < 1) {
        throw CommandFailure.badInput(
            "--param: '" + parameter + "' is to be NAME=VALUE, such as size=1001");
      }
      if (map.put(parameter.substring(0, equals), parameter.substring(equals + 1)) != null) {
        throw CommandFailure.badInput(
            "--param: '" + parameter.substring(0, equals) + "' is given twice: keep one");
      }
    }
    return map;
  }

  private static void put(Map<Word, String> words, Word word, @Nullable String text) {
    if (text != null) {
      words.put(word, text);
    }
  }

  private @Nullable String absolute(Word word, @Nullable String path) {
    return path == null ? null : Arguments.path(surroundings, word.option(), path).toString();
  }
}
