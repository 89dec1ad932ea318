package io.lull.client.submit;

import io.lull.apps.BundledApp;
import io.lull.apps.BundledApps;
import io.lull.client.ClientFailure;
import io.lull.protocol.model.ErasureCode;
import io.lull.protocol.model.Occasion;
import io.lull.protocol.model.Webhooks;
import io.lull.protocol.text.Durations;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Parameter;
import io.lull.protocol.wire.WorkerRange;
import io.lull.reconfig.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Checks a draft and turns it into a job; the first error ends it, with one line. */
public final class JobChecks {
  /** Of any uploaded file. */
  static final long LARGEST_FILE_BYTES = 1L << 30;

  static final int MOST_INPUTS = 100;
  static final int DEFAULT_GREATEST = 64;
  static final long LEAST_MEMORY_BYTES = 128L << 20;
  private static final Duration LEAST_INTERVAL = Duration.ofSeconds(1);

  /** Of {@code --after}: the job has to finish, as where nothing is said. */
  private static final String OK = "ok:";

  /** Of {@code --after}: the job has to end, however. */
  private static final String ANY = "any:";

  private static final Pattern JOB = Pattern.compile("J[1-9]\\d{0,17}");
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} ._+-]{0,63}");
  private static final Pattern CLASS = Pattern.compile("[\\w$]+(\\.[\\w$]+)*");

  private final JobDraft draft;
  private final JobSpec.Builder spec = JobSpec.newBuilder();

  private JobChecks(JobDraft draft) {
    this.draft = draft;
  }

  public static JobPlan check(JobDraft draft) {
    return new JobChecks(draft).checked();
  }

  private JobPlan checked() {
    require(!draft.has(SubmitOption.ARRAY), "--array works only with lull submit");
    workers();
    moldable();
    draft
        .parameters()
        .forEach((name, value) ->
            spec.addParameters(Parameter.newBuilder().setName(name).setValue(value)));
    inputs();
    final String usualName = program();
    final String name = word(SubmitOption.NAME, usualName);
    require(
        NAME.matcher(name).matches(),
        "--name: '" + name + "' must be at most 64 letters, digits, spaces, '.', '_', '+', '-'");
    spec.setName(name);
    replicas();
    final String memory = draft.word(SubmitOption.MEMORY);
    if (memory != null) {
      final long bytes = parse("--memory", memory, Sizes::parse);
      require(
          bytes >= LEAST_MEMORY_BYTES,
          "--memory: a worker needs at least " + Sizes.format(LEAST_MEMORY_BYTES));
      spec.setMemoryBytes(bytes);
    }
    spec.setPriority(TermOptions.priority(word(SubmitOption.PRIORITY, "0")));
    spec.setCheckpoint(checkpoint());
    final String code = draft.word(SubmitOption.CODE);
    if (code != null) {
      spec.setCode(parse("--code", code, ErasureCode::parse).toString());
    }
    spec.setRequire(word(SubmitOption.REQUIRE, ""));
    spec.setNetwork(flag(SubmitOption.NETWORK));
    spec.setChecked(flag(SubmitOption.CHECKED));
    spec.setNoAdapt(flag(SubmitOption.NO_ADAPT));
    require(
        !spec.getChecked() || !spec.hasBag(),
        "--checked: tasks have no loops to be checked; omit it");
    after();
    begin();
    notice();
    final String limit = draft.word(SubmitOption.TIME_LIMIT);
    if (limit != null) {
      spec.setLimitMillis(TermOptions.timeLimit(limit).toMillis());
    }
    return new JobPlan(
        spec.build(),
        draft.path(SubmitOption.JAR),
        draft.path(SubmitOption.EACH),
        draft.path(SubmitOption.IMAGE),
        draft.inputs(),
        draft.path(SubmitOption.OUTPUT));
  }

  private void notice() {
    final String url = draft.word(SubmitOption.NOTIFY);
    final String on = draft.word(SubmitOption.NOTIFY_ON);
    require(url != null || on == null, "--notify-on needs --notify URL");
    if (url == null) {
      return;
    }
    parse("--notify", url, Webhooks::url);
    spec.getNotifyBuilder().setUrl(url);
    if (on != null) {
      for (final String occasion : on.strip().split("\\s*,\\s*")) {
        spec.getNotifyBuilder().addOn(parse("--notify-on", occasion, Occasion::of).wire());
      }
    }
  }

  private void after() {
    final String after = draft.word(SubmitOption.AFTER);
    if (after == null) {
      return;
    }
    for (final String word : after.strip().split("\\s*,\\s*")) {
      final boolean any = word.startsWith(ANY);
      final String job = any || word.startsWith(OK) ? word.substring(word.indexOf(':') + 1) : word;
      require(
          JOB.matcher(job).matches(),
          "--after: '" + word + "' is not a job: write names such as J1,J2 or any:J1");
      if (any) {
        spec.addAfterEnded(job);
      } else {
        spec.addAfter(job);
      }
    }
  }

  private void begin() {
    final String begin = draft.word(SubmitOption.BEGIN);
    if (begin != null) {
      try {
        spec.setBeginMillis(Instant.parse(begin.strip()).toEpochMilli());
      } catch (DateTimeParseException | ArithmeticException e) {
        throw ClientFailure.badInput(
            "--begin: '" + begin + "' is not a time: write it as 2026-11-27T08:00:00Z");
      }
    }
  }

  private void workers() {
    final String workers = draft.word(SubmitOption.WORKERS);
    if (workers == null) {
      spec.setMinWorkers(1).setMaxWorkers(DEFAULT_GREATEST);
      return;
    }
    final WorkerRange range = TermOptions.workers(workers);
    spec.setMinWorkers(range.getLeast()).setMaxWorkers(range.getGreatest());
  }

  /** Each task runs on so many nodes: with fewer, the job would wait for ever. */
  private void replicas() {
    final int replicas = spec.getBag().getReplicas();
    if (draft.has(SubmitOption.WORKERS)) {
      require(
          replicas <= spec.getMinWorkers(),
          "--replicate " + replicas + " needs as many workers: give --workers " + replicas + ":N");
    } else if (replicas > 1) {
      spec.setMinWorkers(replicas);
    }
  }

  private void moldable() {
    final boolean moldable = flag(SubmitOption.MOLDABLE);
    require(
        !moldable || !BagChecks.concerns(draft),
        "--moldable: "
            + (draft.has(SubmitOption.COMMAND) ? "a command's tasks" : "tasks")
            + " run on any number of workers: omit it");
    spec.setMoldable(moldable);
  }

  private boolean flag(SubmitOption option) {
    final String value = word(option, "false").strip();
    require(
        value.equals("true") || value.equals("false"),
        option.option() + ": '" + value + "' must be true or false");
    return value.equals("true");
  }

  private void inputs() {
    require(
        draft.inputs().size() <= MOST_INPUTS,
        "--input: a job may have at most " + MOST_INPUTS + " input files");
    final Set<String> names = new HashSet<>();
    for (final Path input : draft.inputs()) {
      file("--input", input);
      require(
          names.add(String.valueOf(input.getFileName())),
          "--input: two files are named "
              + input.getFileName()
              + ": rename one, because names must be unique");
    }
  }

  /** Sets the program; returns the job's default name. */
  private String program() {
    if (BagChecks.concerns(draft)) {
      final Bag bag = BagChecks.check(draft);
      spec.setBag(bag);
      return bag.getCommandCount() > 0 ? BagChecks.name(bag) : own(draft.path(SubmitOption.JAR));
    }
    final String app = draft.word(SubmitOption.APP);
    final Path jar = draft.path(SubmitOption.JAR);
    require(app == null || jar == null, "--app and --jar exclude each other: use only one");
    if (app != null) {
      require(
          !draft.has(SubmitOption.MAIN),
          "--main is for --jar; a bundled application has its own main class");
      bundled(app);
      return app;
    }
    return own(jar);
  }

  private String own(@Nullable Path jar) {
    if (jar == null) {
      throw ClientFailure.badInput(
          "nothing to run: give --app NAME (see lull apps), or --jar FILE --main CLASS, or"
              + " --command 'PROGRAM WORDS', or --spec FILE");
    }
    file("--jar", jar);
    final String main = word(SubmitOption.MAIN, "");
    if (!CLASS.matcher(main).matches()) {
      throw ClientFailure.badInput(
          "--jar also needs --main with the program's class, such as org.example.Heat");
    }
    hasClass(jar, main);
    spec.setMainClass(main);
    return main.substring(main.lastIndexOf('.') + 1).replace('$', '.');
  }

  private void bundled(String name) {
    final BundledApp app =
        BundledApps.named(name)
            .orElseThrow(() ->
                ClientFailure.badInput(
                    "--app: unknown application '"
                        + name
                        + "': choose one of "
                        + BundledApps.all().stream()
                            .map(BundledApp::name)
                            .collect(Collectors.joining(", "))
                        + " (see lull apps)"));
    try {
      app.check(draft.parameters(), draft.inputs());
    } catch (BadInput e) {
      throw failure(e);
    }
    spec.setApp(app.name()).setMainClass(app.mainClass());
  }

  private static ClientFailure failure(BadInput bad) {
    final String line = String.valueOf(bad.getMessage());
    return bad.range()
        .map(range ->
            ClientFailure.badInput(
                line, new ClientFailure.Range(range.parameter(), range.least(), range.greatest())))
        .orElseGet(() -> ClientFailure.badInput(line));
  }

  private static void hasClass(Path jar, String main) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      require(
          zip.getEntry(main.replace('.', '/') + ".class") != null,
          "--main: " + jar + " has no class " + main + ": check the name and its package");
    } catch (IOException e) {
      throw ClientFailure.badInput("--jar: " + jar + " is not a readable jar file");
    }
  }

  static void file(String option, Path file) {
    require(Files.exists(file), option + ": no such file: " + file);
    require(Files.isRegularFile(file), option + ": " + file + " is not a file");
    require(
        Files.isReadable(file), option + ": " + file + " cannot be read: check its permissions");
    try {
      final long bytes = Files.size(file);
      require(
          bytes <= LARGEST_FILE_BYTES,
          option
              + ": "
              + file
              + " has "
              + Sizes.format(bytes)
              + ", and the limit is "
              + Sizes.format(LARGEST_FILE_BYTES));
    } catch (IOException e) {
      throw ClientFailure.badInput(option + ": " + file + " cannot be read");
    }
  }

  static int integer(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a whole number", e);
    }
  }

  private String checkpoint() {
    final String text = word(SubmitOption.CHECKPOINT, "auto").strip();
    if (text.equals("auto") || text.equals("off")) {
      return text;
    }
    final Duration interval;
    try {
      interval = Durations.parse(text);
    } catch (IllegalArgumentException e) {
      throw ClientFailure.badInput(
          "--checkpoint: '" + text + "' must be auto, off, or a duration such as 30s or 10m");
    }
    require(interval.compareTo(LEAST_INTERVAL) >= 0, "--checkpoint: at least 1s, not " + text);
    return Durations.format(interval);
  }

  private String word(SubmitOption word, String otherwise) {
    return draft.words().getOrDefault(word, otherwise);
  }

  static <T> T parse(String option, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw ClientFailure.badInput(option + ": " + e.getMessage());
    }
  }

  static void require(boolean right, String line) {
    if (!right) {
      throw ClientFailure.badInput(line);
    }
  }
}
