import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Plants one-line faults, each in a copy of its class, and runs the test that must fail.
 *
 * <p>The working tree is only read. A fault's class is compiled into a folder of its own, which
 * comes first on the class path of the test. A fault is caught if the test fails with it and passes
 * without it.
 */
final class Mutations {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final Path WORK = ROOT.resolve("target/mutations");
  private static final Path TABLE = ROOT.resolve("testing/mutations/faults.txt");
  private static final long PATIENCE_SECONDS = 300;
  private static final int AT_ONCE = 2;

  /** The exit codes of JUnit's console. */
  private static final int PASSED = 0;

  private static final int FAILED = 1;

  private Mutations() {}

  /**
   * @param line of the table
   * @param of the class that gets the fault: its simple name, after its module and a colon if need
   *     be
   * @param after the fault's line is the first of its text after this one; empty: the only one
   * @param test its simple name, '#' and the method
   */
  private record Fault(
      int line, String of, String after, String old, String changed, String test, String why) {
    String testClass() {
      return test.substring(0, test.indexOf('#'));
    }

    String method() {
      return test.substring(test.indexOf('#') + 1);
    }
  }

  /** What became of a fault; only the first is good. */
  private enum Verdict {
    CAUGHT,
    SURVIVED,
    ERROR
  }

  private record Result(Fault fault, Verdict verdict, String said) {}

  /** A source file, the module that it is in, and its class's full name. */
  private record Source(Path module, Path file, String fullName) {}

  private static final class BadRow extends Exception {
    private static final long serialVersionUID = 1;

    BadRow(String line) {
      super(line);
    }
  }

  public static void main(String[] words) throws Exception {
    final boolean listOnly = Arrays.asList(words).contains("--list");
    final List<Fault> faults =
        read().stream()
            .filter(fault ->
                Stream.of(words).allMatch(word -> word.startsWith("--"))
                    || Stream.of(words).anyMatch(word -> fault.toString().contains(word)))
            .toList();
    if (listOnly) {
      System.exit(list(faults));
    }
    final long started = System.nanoTime();
    Files.createDirectories(WORK);
    final List<Result> results = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      final Map<String, Future<String>> sound = new LinkedHashMap<>();
      for (final Fault fault : faults) {
        sound.computeIfAbsent(
            fault.test(),
            any -> threads.submit(() -> soundness(fault.testClass(), fault.method())));
      }
      final List<Future<Result>> planted = new ArrayList<>();
      for (final Fault fault : faults) {
        planted.add(threads.submit(() -> judge(fault, sound.get(fault.test()))));
      }
      for (final Future<Result> each : planted) {
        final Result result = each.get();
        results.add(result);
        System.out.printf(
            "%-8s  %s: %s  [%s]%s%n",
            result.verdict(),
            result.fault().of(),
            result.fault().why(),
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
  private static int list(List<Fault> faults) throws Exception {
    int bad = 0;
    for (final Fault fault : faults) {
      String said = "";
      try {
        changed(fault, source(fault.of(), "main"));
        final String test = Files.readString(source(fault.testClass(), "test").file());
        if (!test.contains(" " + fault.method() + "(")) {
          throw new BadRow(fault.testClass() + " has no test " + fault.method());
        }
      } catch (BadRow e) {
        bad++;
        said = "\n          ERROR: " + e.getMessage();
      }
      System.out.printf("%s: %s  [%s]%s%n", fault.of(), fault.why(), fault.test(), said);
    }
    System.out.println(faults.size() + " faults, " + bad + " of them with errors");
    return bad == 0 ? 0 : 1;
  }

  private static long count(List<Result> results, Verdict verdict) {
    return results.stream().filter(result -> result.verdict() == verdict).count();
  }

  /** Rows are separated by empty lines; each line is a key, a colon and a value. */
  private static List<Fault> read() throws IOException, BadRow {
    final List<Fault> faults = new ArrayList<>();
    final List<String> lines = new ArrayList<>(Files.readAllLines(TABLE));
    lines.add("");
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      final String line = lines.get(i).strip();
      if (line.startsWith("#")) {
        continue;
      }
      if (!line.isEmpty()) {
        final int colon = line.indexOf(':');
        if (colon < 0
            || row.put(line.substring(0, colon), line.substring(colon + 1).strip()) != null) {
          throw new BadRow(
              "line " + (i + 1) + " of the table is no 'key: value' of its own: " + line);
        }
      } else if (!row.isEmpty()) {
        if (!row.keySet().containsAll(List.of("class", "old", "new", "test", "why"))
            || !row.get("test").contains("#")) {
          throw new BadRow("the row that ends at line " + i + " lacks something: " + row);
        }
        faults.add(
            new Fault(
                i,
                row.get("class"),
                row.getOrDefault("after", ""),
                row.get("old"),
                row.get("new"),
                row.get("test"),
                row.get("why")));
        row = new LinkedHashMap<>();
      }
    }
    return faults;
  }

  /** Empty: the test passes as the tree is. */
  private static String soundness(String testClass, String method) throws Exception {
    final int code = run(Optional.empty(), source(testClass, "test"), method);
    return code == PASSED
        ? ""
        : "without the fault the test does not pass either (exit code " + code + ")";
  }

  private static Result judge(Fault fault, Future<String> sound) throws Exception {
    try {
      final Source source = source(fault.of(), "main");
      final String text = changed(fault, source);
      final Path folder = WORK.resolve("fault-" + fault.line());
      final String complaint = compile(source, text, folder);
      if (!complaint.isEmpty()) {
        return new Result(fault, Verdict.ERROR, "it does not compile: " + complaint);
      }
      if (!sound.get().isEmpty()) {
        return new Result(fault, Verdict.ERROR, sound.get());
      }
      final int code =
          run(
              Optional.of(folder.resolve("classes")),
              source(fault.testClass(), "test"),
              fault.method());
      return switch (code) {
        case FAILED -> new Result(fault, Verdict.CAUGHT, "");
        case PASSED -> new Result(fault, Verdict.SURVIVED, "the test passes with the fault");
        default ->
            new Result(fault, Verdict.ERROR, "the test did not come to an end: exit code " + code);
      };
    } catch (BadRow e) {
      return new Result(fault, Verdict.ERROR, e.getMessage());
    }
  }

  /** The one source file of that class, wherever it is at present. */
  private static Source source(String name, String kind) throws IOException, BadRow {
    final String simpleName = name.substring(name.indexOf(':') + 1);
    final String inModule = name.substring(0, Math.max(0, name.indexOf(':')));
    final List<Source> found = new ArrayList<>();
    for (final Path module : modules()) {
      if (!inModule.isEmpty() && !module.equals(ROOT.resolve(inModule))) {
        continue;
      }
      final Path root = module.resolve("src").resolve(kind).resolve("java");
      if (!Files.isDirectory(root)) {
        continue;
      }
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(file -> file.endsWith(simpleName + ".java"))
            .forEach(file ->
                found.add(
                    new Source(
                        module,
                        file,
                        root.relativize(file)
                            .toString()
                            .replace(".java", "")
                            .replace(File.separatorChar, '.'))));
      }
    }
    if (found.size() != 1) {
      throw new BadRow("there are " + found.size() + " classes named " + name + ", not one");
    }
    return found.getFirst();
  }

  private static List<Path> modules() throws IOException {
    final Matcher module =
        Pattern.compile("<module>(.*?)</module>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    return module.results().map(found -> ROOT.resolve(found.group(1))).toList();
  }

  /** The class's text with the fault. */
  private static String changed(Fault fault, Source source) throws IOException, BadRow {
    final List<String> lines = new ArrayList<>(Files.readAllLines(source.file()));
    final List<Integer> places = new ArrayList<>();
    boolean beyond = fault.after().isEmpty();
    for (int i = 0; i < lines.size(); i++) {
      if (beyond && lines.get(i).strip().equals(fault.old())) {
        places.add(i);
      }
      beyond |= lines.get(i).strip().equals(fault.after());
    }
    if (places.isEmpty() || (fault.after().isEmpty() && places.size() > 1)) {
      throw new BadRow(
          fault.of() + " has " + places.size() + " lines, not one, that read: " + fault.old());
    }
    final String before = lines.get(places.getFirst());
    lines.set(places.getFirst(), before.replace(fault.old(), fault.changed()));
    return String.join("\n", lines) + "\n";
  }

  private static String compile(Source source, String text, Path folder) throws Exception {
    delete(folder);
    final Path classes = Files.createDirectories(folder.resolve("classes"));
    final Path file =
        Files.writeString(folder.resolve(source.file().getFileName().toString()), text);
    final StringWriter said = new StringWriter();
    final boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                said,
                null,
                null,
                List.of(
                    "-d",
                    classes.toString(),
                    "-cp",
                    MavenModule.classPath(source.module()),
                    "-proc:none",
                    "-nowarn",
                    "-g",
                    "-parameters",
                    "-implicit:none",
                    "-XDuseUnsharedTable"),
                null,
                ToolProvider.getSystemJavaCompiler()
                    .getStandardFileManager(null, null, null)
                    .getJavaFileObjects(file))
            .call();
    return compiled ? "" : said.toString().strip();
  }

  private static int run(Optional<Path> first, Source test, String method) throws Exception {
    final String console;
    try (Stream<Path> files = Files.list(WORK)) {
      console =
          files
              .map(Path::toString)
              .filter(name -> name.contains("junit-platform-console-standalone"))
              .findFirst()
              .orElseThrow();
    }
    final List<String> path = new ArrayList<>();
    first.ifPresent(folder -> path.add(folder.toString()));
    path.add(MavenModule.classPath(test.module()));
    path.add(console);
    final List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(MavenModule.jvmArguments(test.module(), ROOT).split("\\s+")));
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
            "--fail-if-no-tests",
            "--select-class=" + test.fullName(),
            "--include-methodname=.*#" + Pattern.quote(method)));
    final Path log =
        first
            .map(folder -> folder.resolveSibling("test.log"))
            .orElse(WORK.resolve("sound-" + test.file().getFileName() + "-" + method + ".log"));
    final Process process =
        new ProcessBuilder(command)
            .directory(test.module().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      final Callable<Boolean> ended = () -> process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
      ended.call();
      return -1;
    }
    return process.exitValue();
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (final Path file :
          new LinkedHashSet<>(files.sorted(Comparator.reverseOrder()).toList())) {
        Files.delete(file);
      }
    }
  }
}
