package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.Tools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a new author types first. */
@Tag("long")
final class NewProjectTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  @RegisterExtension final Leftovers leftovers = new Leftovers();
  @TempDir private Path folder;

  @BeforeEach
  void watch() {
    leftovers.watch(folder);
  }

  @ParameterizedTest
  @CsvSource({"grid, Heat, 'sum '", "bag, Darts, ''"})
  void buildsPassesItsTestAndRunsOnSeveralWorkers(String model, String name, String result) {
    Tools.run(
        LONG,
        List.of(
            "bash",
            "-c",
            "cd \"$0\" && \"$1\" new \"$2\" --model \"$3\"",
            folder.toString(),
            Lull.root().resolve("lull").toString(),
            name,
            model));
    final Path project = folder.resolve(name);
    final String jdk =
        Tools.run(LONG, List.of(Lull.root().resolve("testing/style/jdk25").toString())).strip();
    Tools.run(
        LONG,
        Map.of("JAVA_HOME", jdk),
        List.of(
            Lull.root().resolve("mvnw").toString(),
            "-o",
            "-q",
            "-B",
            "-f",
            project.resolve("pom.xml").toString(),
            "package"));
    final String jar = project.resolve("target").resolve(name + ".jar").toString();
    final List<String> more = model.equals("bag") ? List.of("--tasks", "20") : List.of();
    final List<String> command =
        new java.util.ArrayList<>(List.of("run", "--jar", jar, "--main", name, "--verify"));
    command.addAll(more);
    final Outcome run =
        Lull.run(
            Place.HERE,
            Map.of("LULL_HOME", folder.resolve("home").toString()),
            LONG,
            command.toArray(String[]::new));
    assertThat(run.good().output())
        .contains(result)
        .contains("verified: bit-identical to the result of one worker");
  }
}
