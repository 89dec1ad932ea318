package io.lull.coordinator.api;

import io.lull.coordinator.core.job.CheckpointRule;
import io.lull.coordinator.priority.PriorityLimits;
import io.lull.protocol.model.ErasureCode;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Parameter;
import io.lull.scheduling.Requirement;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Validates a submitted job. */
final class JobSpecs {
  private static final int MAX_SPEC_BYTES = 256 << 10;
  private static final int MAX_WORKERS = 10_000;
  private static final int MAX_PARAMETERS = 200;
  private static final int MAX_INPUTS = 100;
  private static final int MAX_TASKS = 10_000;
  private static final int MAX_AFTER = 100;
  private static final int MAX_RETRIES = 100;
  private static final int MAX_REPLICAS = 5;
  private static final long MAX_LINES_BYTES = 4L << 20;
  private static final long LEAST_MEMORY = 128L << 20;
  private static final Pattern REQUEST = Pattern.compile("[A-Za-z0-9-]{0,64}");
  private static final int MAX_NAME = 100;
  private static final Pattern CONTROLS = Pattern.compile("\\p{Cntrl}");
  private static final Pattern JOB_NAME = Pattern.compile("[^\\p{Cntrl}]{0,100}");
  private static final Pattern CLASS_NAME =
      Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*");
  private static final Pattern PARAMETER_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,63}");
  private static final Pattern VARIABLE = Pattern.compile("(?!LULL_)[A-Za-z][A-Za-z0-9_]{0,63}");
  private static final Pattern FILE_NAME = Pattern.compile("[^/\\\\\\p{Cntrl}]{1,200}");

  private JobSpecs() {}

  /**
   * The same with what was left out filled in.
   *
   * @param kept whether the coordinator has the file
   * @throws IllegalArgumentException with one line that says what is wrong and how to mend it
   */
  static JobSpec checked(JobSpec spec, Predicate<Blob> kept) {
    must(
        spec.getSerializedSize() <= MAX_SPEC_BYTES,
        "the job's description exceeds "
            + Sizes.format(MAX_SPEC_BYTES)
            + ": move long values into an input file");
    must(
        JOB_NAME.matcher(spec.getName()).matches(),
        "a job's name must have at most 100 characters and no control characters");
    must(
        REQUEST.matcher(spec.getRequest()).matches(),
        "a submission's request id must have at most 64 letters, digits and '-'");
    checkProgram(spec, kept);
    checkParameters(spec);
    checkInputs(spec, kept);
    checkShape(spec);
    Requirement.parse(spec.getRequire());
    final int least = Math.max(1, spec.getMinWorkers());
    return spec.toBuilder()
        .setName(spec.getName().isBlank() ? defaultName(spec) : spec.getName().strip())
        .setMinWorkers(least)
        .setMaxWorkers(spec.getMaxWorkers() == 0 ? least : spec.getMaxWorkers())
        .setCheckpoint(spec.getCheckpoint().isBlank() ? "auto" : spec.getCheckpoint().strip())
        .setCode(spec.getCode().isBlank() ? "" : ErasureCode.parse(spec.getCode()).toString())
        .build();
  }

  private static void checkBag(JobSpec spec, Predicate<Blob> kept) {
    final Bag bag = spec.getBag();
    must(
        spec.getApp().isEmpty()
            && (bag.getCommandCount() == 0
                || (!spec.hasProgram() && spec.getMainClass().isEmpty())),
        "--command, --app and --jar exclude each other: use only one; tasks need --command, or"
            + " --jar");
    if (spec.hasProgram()) {
      checkOwn(spec, kept);
    } else {
      must(
          bag.getCommandCount() > 0 && !bag.getCommand(0).isBlank(),
          "the command is missing: give --command 'PROGRAM WORDS', or --jar FILE and --main CLASS");
      must(
          bag.getCommandList().stream().noneMatch(word -> word.indexOf('\0') >= 0),
          "no word of a command can contain the character 0");
      must(
          spec.getParametersList().stream()
              .allMatch(each ->
                  VARIABLE.matcher(each.getName()).matches() && each.getValue().indexOf('\0') < 0),
          "--env: a command's environment variables have letters, digits and '_' in their names,"
              + " and LULL_… are Lull's own");
    }
    must(
        bag.getTasks() >= 1 && bag.getTasks() <= MAX_TASKS,
        "a job must have 1 to " + MAX_TASKS + " tasks, not " + bag.getTasks());
    must(
        bag.getTaskMillis() >= 0 && bag.getRetries() >= 0 && bag.getRetries() <= MAX_RETRIES,
        "--retries accepts at most " + MAX_RETRIES + ", and --task-time no negative time");
    must(
        bag.getReplicas() >= 0 && bag.getReplicas() <= MAX_REPLICAS,
        "--replicate accepts at most " + MAX_REPLICAS);
    must(
        bag.getReplicas() <= Math.max(1, spec.getMinWorkers()),
        "--replicate needs as many workers: give --workers " + bag.getReplicas() + ":N");
    must(!spec.getMoldable(), "tasks run on any number of workers: omit --moldable");
    must(spec.getCode().isBlank(), "tasks keep no checkpoints: omit --code");
    if (bag.hasLines()) {
      must(
          bag.getLines().getSizeBytes() <= MAX_LINES_BYTES,
          "the tasks' lines exceed " + Sizes.format(MAX_LINES_BYTES) + ": move them into an input");
      checkBlob(bag.getLines(), kept, "list of lines");
    }
    if (bag.hasImage()) {
      must(bag.getCommandCount() > 0, "--image needs --command: a program in Java runs on Lull's");
      checkBlob(bag.getImage(), kept, "image");
    }
  }

  private static void checkProgram(JobSpec spec, Predicate<Blob> kept) {
    if (spec.hasBag()) {
      checkBag(spec, kept);
      return;
    }
    must(
        spec.getApp().isEmpty() != !spec.hasProgram(),
        "--app and --jar exclude each other: use exactly" + " one");
    checkOwn(spec, kept);
  }

  private static void checkOwn(JobSpec spec, Predicate<Blob> kept) {
    must(
        CLASS_NAME.matcher(spec.getMainClass()).matches(),
        spec.getMainClass().isEmpty()
            ? "the main class is missing: give --main CLASS"
            : "'" + spec.getMainClass() + "' is not a class name");
    if (spec.hasProgram()) {
      checkBlob(spec.getProgram(), kept, "program");
    }
  }

  private static void checkParameters(JobSpec spec) {
    must(
        spec.getParametersCount() <= MAX_PARAMETERS,
        "a job has at most " + MAX_PARAMETERS + " parameters");
    final Set<String> names = new HashSet<>();
    for (final Parameter parameter : spec.getParametersList()) {
      must(
          PARAMETER_NAME.matcher(parameter.getName()).matches(),
          "'" + parameter.getName() + "' is not a parameter name");
      must(
          names.add(parameter.getName()),
          "the parameter '" + parameter.getName() + "' is given twice");
    }
  }

  private static void checkInputs(JobSpec spec, Predicate<Blob> kept) {
    must(spec.getInputsCount() <= MAX_INPUTS, "a job has at most " + MAX_INPUTS + " input files");
    final Set<String> names = new HashSet<>();
    for (final Blob input : spec.getInputsList()) {
      checkBlob(input, kept, "input");
      must(
          names.add(input.getName()), "two inputs are named '" + input.getName() + "': rename one");
    }
  }

  private static void checkShape(JobSpec spec) {
    final int least = spec.getMinWorkers();
    final int greatest = spec.getMaxWorkers();
    must(
        least >= 0 && greatest >= 0 && least <= MAX_WORKERS && greatest <= MAX_WORKERS,
        "the number of workers must be between 1 and " + MAX_WORKERS);
    must(
        greatest == 0 || Math.max(1, least) <= greatest,
        "the minimum number of workers, "
            + Math.max(1, least)
            + ", is above the maximum, "
            + greatest
            + ": write --workers MIN:MAX");
    must(
        spec.getMemoryBytes() == 0 || spec.getMemoryBytes() >= LEAST_MEMORY,
        "a worker needs at least " + Sizes.format(LEAST_MEMORY) + " of memory");
    must(
        Math.abs((long) spec.getPriority()) <= PriorityLimits.GREATEST,
        "a priority must be between -"
            + PriorityLimits.GREATEST
            + " and "
            + PriorityLimits.GREATEST);
    must(
        spec.getAfterCount() + spec.getAfterEndedCount() <= MAX_AFTER,
        "--after accepts at most " + MAX_AFTER + " jobs");
    must(spec.getBeginMillis() >= 0, "--begin: a time before 1970 cannot be waited for");
    must(spec.getLimitMillis() >= 0, "a job's time limit must not be negative");
    CheckpointRule.parse(spec.getCheckpoint());
    if (!spec.getCode().isBlank()) {
      ErasureCode.parse(spec.getCode());
    }
  }

  private static void checkBlob(Blob blob, Predicate<Blob> kept, String what) {
    must(
        FILE_NAME.matcher(blob.getName()).matches() && !blob.getName().startsWith("."),
        "the "
            + what
            + "'s file name '"
            + blob.getName().replaceAll("\\p{Cntrl}", "?")
            + "' cannot be used: rename the file");
    must(
        kept.test(blob),
        "the " + what + " '" + blob.getName() + "' must be uploaded before the job is submitted");
  }

  /** As {@link #JOB_NAME} has it, whatever the command is. */
  private static String defaultName(JobSpec spec) {
    final String name = CONTROLS.matcher(programName(spec)).replaceAll("?");
    return name.length() > MAX_NAME ? name.substring(0, MAX_NAME) : name;
  }

  private static String programName(JobSpec spec) {
    if (spec.getBag().getCommandCount() > 0) {
      final String program = spec.getBag().getCommand(0);
      return program.substring(program.lastIndexOf('/') + 1);
    }
    return spec.getApp().isEmpty()
        ? spec.getMainClass().substring(spec.getMainClass().lastIndexOf('.') + 1)
        : spec.getApp();
  }

  private static void must(boolean holds, String orElse) {
    if (!holds) {
      throw new IllegalArgumentException(orElse);
    }
  }
}
