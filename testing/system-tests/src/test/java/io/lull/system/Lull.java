package io.lull.system;

import io.lull.testkit.process.RunningProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The built distribution, as its launcher starts it. */
final class Lull {
  /** No client command may take longer, on a busy machine either. */
  static final Duration COMMAND = Duration.ofSeconds(60);

  private static final Path ROOT = root();
  private static final Path TESTS = ROOT.resolve("testing/system-tests/target/test-classes");
  private static final Path TESTKIT = ROOT.resolve("testing/testkit/target/classes");

  /** Java itself reads its options there. */
  static final String JAVA_OPTIONS = "JDK_JAVA_OPTIONS";

  /** And says that it did. */
  static final String OPTIONS_NOTE = "NOTE: Picked up " + JAVA_OPTIONS;

  /** For a coordinator: most of a test's are over before the full compiler's work has paid. */
  static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  private Lull() {}

  static List<String> command(String... arguments) {
    final List<String> command =
        new ArrayList<>(List.of(ROOT.resolve("cli/target/dist/lull").toString()));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  /**
   * A main class of these tests, with the classes, the flags and the archive that the distribution
   * starts its client with.
   */
  static List<String> program(Class<?> main, String... arguments) {
    final Path dist = dist();
    try {
      final List<String> command = java("client");
      final Path archive = dist.resolve("client.jsa");
      if (Files.isReadable(archive)) {
        command.addAll(
            List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:aot=off"));
      }
      command.addAll(List.of("-cp", path("lull.classpath") + ":" + TESTS, main.getName()));
      command.addAll(Arrays.asList(arguments));
      return command;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same with what the distribution starts its window with. */
  static List<String> window(Class<?> main, String... arguments) {
    return window(List.of(), main, arguments);
  }

  /** The same where there is no screen: the toolkit draws into memory. */
  static List<String> headlessWindow(Class<?> main, String... arguments) {
    return window(
        List.of("-Dglass.platform=Headless", "-Dprism.order=sw", "-Duser.language=en"),
        main,
        arguments);
  }

  private static List<String> window(List<String> flags, Class<?> main, String... arguments) {
    try {
      final List<String> command = java("tray");
      command.addAll(flags);
      command.addAll(
          List.of("--module-path", path("tray.modulepath"), "--add-modules", "javafx.controls"));
      command.addAll(
          List.of("-cp", path("tray.classpath") + ":" + TESTS + ":" + TESTKIT, main.getName()));
      command.addAll(Arrays.asList(arguments));
      return command;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path dist() {
    return ROOT.resolve("cli/target/dist");
  }

  private static List<String> java(String program) throws IOException {
    final List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(Files.readAllLines(dist().resolve("jvm/" + program + ".jvm")));
    return command;
  }

  /** As the distribution has it in a file, relative to itself. */
  private static String path(String file) throws IOException {
    return Stream.of(Files.readString(dist().resolve(file)).strip().split(":"))
        .map(jar -> dist().resolve(jar).toString())
        .collect(Collectors.joining(":"));
  }

  /** Runs a command to its end. */
  static Outcome run(
      Place place, Map<String, String> environment, Duration deadline, String... arguments) {
    final RunningProgram.Builder builder =
        RunningProgram.named("lull " + arguments[0])
            .command(place.running().apply(command(arguments)));
    environment.forEach(builder::environment);
    try (RunningProgram program = builder.start()) {
      final int code = program.awaitExit(deadline);
      return new Outcome(
          "lull " + String.join(" ", arguments), code, program.output(), program.errorLines());
    }
  }

  /** The folder of the source tree. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("not inside the source tree");
      }
    }
    return folder;
  }
}
