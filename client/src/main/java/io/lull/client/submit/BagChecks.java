package io.lull.client.submit;

import static io.lull.client.submit.JobChecks.parse;
import static io.lull.client.submit.JobChecks.require;

import io.lull.client.ClientFailure;
import io.lull.protocol.text.Durations;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.Bag;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Checks a command whose runs are the tasks, or a class whose objects are the tasks. */
final class BagChecks {
  static final int MOST_TASKS = 10_000;
  static final int MOST_RETRIES = 100;
  static final int MOST_REPLICAS = 5;
  static final long LONGEST_LINES_BYTES = 4L << 20;
  private static final int LONGEST_NAME = 64;
  private static final Pattern VARIABLE = Pattern.compile("(?!LULL_)[A-Za-z][A-Za-z0-9_]{0,63}");

  private BagChecks() {}

  /** Whether the draft has an option that only tasks have. */
  static boolean concerns(JobDraft draft) {
    return Stream.of(
            SubmitOption.COMMAND,
            SubmitOption.IMAGE,
            SubmitOption.TASKS,
            SubmitOption.EACH,
            SubmitOption.TASK_TIME,
            SubmitOption.RETRIES,
            SubmitOption.REPLICATE)
        .anyMatch(draft::has);
  }

  static Bag check(JobDraft draft) {
    final Bag.Builder bag = Bag.newBuilder();
    final String command = draft.word(SubmitOption.COMMAND);
    if (command != null) {
      checkCommand(draft);
      bag.addAllCommand(parse("--command", command, CommandLineParser::split));
    } else {
      checkClass(draft);
    }
    bag.setTasks(tasks(draft));
    final String time = draft.word(SubmitOption.TASK_TIME);
    if (time != null) {
      final Duration most = parse("--task-time", time, Durations::parse);
      require(!most.isZero() && !most.isNegative(), "--task-time must be positive, not " + time);
      bag.setTaskMillis(most.toMillis());
    }
    final String retries = draft.word(SubmitOption.RETRIES);
    if (retries != null) {
      final int times = parse("--retries", retries, JobChecks::integer);
      require(
          times >= 0 && times <= MOST_RETRIES,
          "--retries: from 0 to " + MOST_RETRIES + ", not " + times);
      bag.setRetries(times);
    }
    final String replicas = draft.word(SubmitOption.REPLICATE);
    if (replicas != null) {
      final int nodes = parse("--replicate", replicas, JobChecks::integer);
      require(
          nodes >= 1 && nodes <= MOST_REPLICAS,
          "--replicate: from 1 to " + MOST_REPLICAS + ", not " + nodes);
      bag.setReplicas(nodes);
    }
    return bag.build();
  }

  private static void checkCommand(JobDraft draft) {
    for (final SubmitOption other :
        List.of(SubmitOption.APP, SubmitOption.JAR, SubmitOption.MAIN, SubmitOption.CODE)) {
      require(
          !draft.has(other), other.option() + " and --command exclude each other: use only one");
    }
    for (final String name : draft.parameters().keySet()) {
      require(
          VARIABLE.matcher(name).matches(),
          "--env: '"
              + name
              + "' is not a variable's name: letters, digits and '_', and LULL_… are Lull's own");
    }
    final Path image = draft.path(SubmitOption.IMAGE);
    if (image != null) {
      JobChecks.file("--image", image);
      ImageArchive.check(image);
    }
  }

  private static void checkClass(JobDraft draft) {
    require(
        !draft.has(SubmitOption.IMAGE),
        "--image needs --command: a program in Java runs on Lull's own Java");
    require(
        draft.has(SubmitOption.JAR) && !draft.has(SubmitOption.APP),
        "--tasks, --each, --task-time, --retries and --replicate need --command, or --jar and"
            + " --main: define what the tasks run");
    require(
        draft.has(SubmitOption.TASKS) || draft.has(SubmitOption.EACH),
        "--task-time, --retries and --replicate are for tasks: with --jar also give --tasks N, or"
            + " --each FILE");
    require(!draft.has(SubmitOption.CODE), "--code: tasks keep no checkpoints: omit it");
  }

  private static int tasks(JobDraft draft) {
    final Path each = draft.path(SubmitOption.EACH);
    final String tasks = draft.word(SubmitOption.TASKS);
    require(
        each == null || tasks == null,
        "--tasks and --each exclude each other: each line of the file is a task");
    if (each != null) {
      return lines(each);
    }
    final int number = tasks == null ? 1 : parse("--tasks", tasks, JobChecks::integer);
    require(
        number >= 1 && number <= MOST_TASKS,
        "--tasks: from 1 to " + MOST_TASKS + ", not " + number);
    return number;
  }

  private static int lines(Path file) {
    JobChecks.file("--each", file);
    try {
      require(
          Files.size(file) <= LONGEST_LINES_BYTES,
          "--each: " + file + " is over " + Sizes.format(LONGEST_LINES_BYTES));
      final int lines = Files.readAllLines(file).size();
      require(lines >= 1, "--each: " + file + " is empty: write one task on each line");
      require(
          lines <= MOST_TASKS,
          "--each: " + file + " has " + lines + " lines, and a job may have at most " + MOST_TASKS);
      return lines;
    } catch (MalformedInputException e) {
      throw ClientFailure.badInput("--each: " + file + " is not UTF-8 text");
    } catch (IOException e) {
      throw ClientFailure.badInput("--each: " + file + " cannot be read");
    }
  }

  /** The program's name, as far as a job can have it. */
  static String name(Bag bag) {
    final String program = bag.getCommand(0);
    final String name =
        program
            .substring(program.lastIndexOf('/') + 1)
            .replaceAll("[^\\p{L}\\p{N} ._+-]", "")
            .replaceAll("^[^\\p{L}\\p{N}]+", "");
    return name.isEmpty() ? "command" : name.substring(0, Math.min(name.length(), LONGEST_NAME));
  }
}
