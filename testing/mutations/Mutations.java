import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Plants one-line faults, each in a copy of its class, and runs the test that must fail.
 *
 * <p>The working tree is only read. A fault's class is compiled into a folder of its own, which
 * comes first on the class path of the test. A fault is caught if the test fails with it, as its
 * report says, and passes without it.
 */
final class Mutations {
  private static final Path ROOT = FaultTable.ROOT;
  private static final Path WORK = ROOT.resolve("target/mutations");
  private static final long PATIENCE_SECONDS = 300;
  private static final int AT_ONCE = 2;

  /** The exit codes of JUnit's console. */
  private static final int PASSED = 0;

  private static final int FAILED = 1;

  private Mutations() {}

  /** What became of a fault; only the first is good. */
  private enum Verdict {
    CAUGHT,
    SURVIVED,
    ERROR
  }

  private record Result(FaultTable.TestedFault fault, Verdict verdict, String said) {}

  public static void main(String[] words) throws Exception {
    final List<String> options = Arrays.asList(words);
    final List<FaultTable.TestedFault> faults =
        FaultTable.ofTests().stream()
            .filter(fault ->
                Stream.of(words).allMatch(word -> word.startsWith("--"))
                    || Stream.of(words).anyMatch(word -> fault.toString().contains(word)))
            .toList();
    if (options.contains("--list")) {
      System.exit(list(faults));
    }
    if (options.contains("--modules")) {
      System.out.println(String.join(",", modulesOf(faults)));
      return;
    }
    final long started = System.nanoTime();
    Files.createDirectories(WORK);
    final List<Result> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      final Map<Path, List<FaultTable.TestMethod>> tests = new LinkedHashMap<>();
      for (final FaultTable.TestMethod test :
          faults.stream().map(FaultTable.TestedFault::test).distinct().toList()) {
        tests
            .computeIfAbsent(FaultTable.source(test.of(), "test").module(), _ -> new ArrayList<>())
            .add(test);
      }
      final Map<FaultTable.TestMethod, Future<String>> sound = new LinkedHashMap<>();
      for (final List<FaultTable.TestMethod> ofModule : tests.values()) {
        final Future<Boolean> together =
            threads.submit(() -> run(Optional.empty(), ofModule) == PASSED);
        for (final FaultTable.TestMethod test : ofModule) {
          sound.put(test, threads.submit(() -> together.get() ? "" : soundness(test)));
        }
      }
      final List<Future<Result>> planted = new ArrayList<>();
      for (final FaultTable.TestedFault fault : faults) {
        planted.add(threads.submit(() -> judge(fault, sound.get(fault.test()))));
      }
      for (final Future<Result> each : planted) {
        final Result result = each.get();
        results.add(result);
        System.out.printf(
            "%-8s  %s: %s  [%s]%s%n",
            result.verdict(),
            result.fault().fault().of(),
            result.fault().fault().why(),
            result.fault().test(),
            result.said().isEmpty() ? "" : "\n          " + result.said());
      }
    }
    final long caught = count(results, Verdict.CAUGHT);
    System.out.printf(
        "%d faults in %d s: %d caught, %d survived, %d errors%n",
        results.size(),
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started),
        caught,
        count(results, Verdict.SURVIVED),
        count(results, Verdict.ERROR));
    System.exit(caught == results.size() && !results.isEmpty() ? 0 : 1);
  }

  /** Says of each fault whether its row fits the tree; the exit code. */
  private static int list(List<FaultTable.TestedFault> faults) throws Exception {
    int bad = 0;
    for (final FaultTable.TestedFault fault : faults) {
      String said = "";
      try {
        FaultTable.changed(fault.fault());
        final String test = Files.readString(FaultTable.source(fault.test().of(), "test").file());
        if (!test.contains(" " + fault.test().method() + "(")) {
          throw new FaultTable.BadRow("there is no test " + fault.test());
        }
      } catch (FaultTable.BadRow e) {
        bad++;
        said = "\n          ERROR: " + e.getMessage();
      }
      System.out.printf(
          "%s: %s  [%s]%s%n", fault.fault().of(), fault.fault().why(), fault.test(), said);
    }
    System.out.println(faults.size() + " faults, " + bad + " of them with errors");
    return bad == 0 ? 0 : 1;
  }

  private static long count(List<Result> results, Verdict verdict) {
    return results.stream().filter(result -> result.verdict() == verdict).count();
  }

  /** Empty: the test passes as the tree is. */
  private static String soundness(FaultTable.TestMethod test) throws Exception {
    final int code = run(Optional.empty(), List.of(test));
    return code == PASSED
        ? ""
        : "without the fault the test does not pass either (exit code " + code + ")";
  }

  private static Result judge(FaultTable.TestedFault fault, Future<String> sound) throws Exception {
    try {
      final Path folder = WORK.resolve("fault-" + fault.fault().line());
      final String complaint = PlantedClass.compile(fault.fault(), folder);
      if (!complaint.isEmpty()) {
        return new Result(fault, Verdict.ERROR, "it does not compile: " + complaint);
      }
      if (!sound.get().isEmpty()) {
        return new Result(fault, Verdict.ERROR, sound.get());
      }
      final int code = run(Optional.of(folder.resolve("classes")), List.of(fault.test()));
      return switch (code) {
        case FAILED -> failed(fault, folder);
        case PASSED -> new Result(fault, Verdict.SURVIVED, "the test passes with the fault");
        default ->
            new Result(fault, Verdict.ERROR, "the test did not come to an end: exit code " + code);
      };
    } catch (FaultTable.BadRow e) {
      return new Result(fault, Verdict.ERROR, e.getMessage());
    }
  }

  /** Caught if the named test itself failed, and not because its classes do not fit together. */
  private static Result failed(FaultTable.TestedFault fault, Path folder) throws Exception {
    final Optional<TestReport.Failure> failure =
        TestReport.failure(folder.resolve("report"), fault.test().method());
    return failure
        .map(found ->
            found.ofLinking()
                ? new Result(fault, Verdict.ERROR, "the planted class does not link: " + found)
                : new Result(fault, Verdict.CAUGHT, found.toString()))
        .orElseGet(
            () -> new Result(fault, Verdict.ERROR, "the test's report has no failure of the test"));
  }

  /**
   * Runs tests of one module in a process of their own.
   *
   * @param first where classes are looked for first
   * @return the exit code of JUnit's console
   */
  private static int run(Optional<Path> first, List<FaultTable.TestMethod> tests) throws Exception {
    final List<String> selected = new ArrayList<>();
    final Path module = FaultTable.source(tests.getFirst().of(), "test").module();
    for (final FaultTable.TestMethod test : tests) {
      final String of = FaultTable.source(test.of(), "test").fullName();
      selected.add("--select-class=" + of);
      selected.add(
          "--include-methodname=" + Pattern.quote(of) + "(\\$.*)?#" + Pattern.quote(test.method()));
    }
    final List<String> path = new ArrayList<>();
    first.ifPresent(folder -> path.add(folder.toString()));
    path.add(MavenModule.classPath(module));
    path.add(console());
    final List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(MavenModule.jvmArguments(module, ROOT).split("\\s+")));
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-Djunit.jupiter.execution.timeout.testable.method.default=4 m",
            "-cp",
            String.join(File.pathSeparator, path),
            "org.junit.platform.console.ConsoleLauncher",
            "execute",
            "--disable-banner",
            "--details=summary",
            "--fail-if-no-tests"));
    first.ifPresent(folder -> command.add("--reports-dir=" + folder.resolveSibling("report")));
    command.addAll(selected);
    final Path log =
        first
            .map(folder -> folder.resolveSibling("test.log"))
            .orElse(
                WORK.resolve(
                    "sound-"
                        + tests.getFirst().of().replace(':', '-')
                        + "-"
                        + tests.size()
                        + ".log"));
    final Process process =
        new ProcessBuilder(command)
            .directory(module.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return -1;
    }
    return process.exitValue();
  }

  private static String console() throws IOException {
    try (Stream<Path> files = Files.list(WORK)) {
      return files
          .map(Path::toString)
          .filter(name -> name.contains("junit-platform-console-standalone"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Those whose classes or tests are needed. */
  private static List<String> modulesOf(List<FaultTable.TestedFault> faults)
      throws IOException, FaultTable.BadRow {
    final Set<String> modules = new TreeSet<>();
    for (final FaultTable.TestedFault fault : faults) {
      for (final FaultTable.Source each :
          List.of(
              FaultTable.source(fault.fault().of(), "main"),
              FaultTable.source(fault.test().of(), "test"))) {
        modules.add(ROOT.relativize(each.module()).toString().replace(File.separatorChar, '/'));
      }
    }
    return List.copyOf(modules);
  }
}
