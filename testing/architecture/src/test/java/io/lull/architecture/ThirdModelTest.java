package io.lull.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The third kind of program, in the tests of reconfig-lib, is written against the interfaces alone,
 * and nothing else knows of it: what it needed is its own package and one registration.
 */
class ThirdModelTest {
  private static final String PACKAGE = "io.lull.reconfig.counters";
  private static final Path TESTS = SourceTest.ROOT.resolve("reconfig-lib/src/test");
  private static final Path FOLDER = TESTS.resolve("java").resolve(PACKAGE.replace('.', '/'));
  private static final Path REGISTRATION =
      TESTS.resolve("resources/META-INF/services/io.lull.reconfig.model.ModelProvider");

  private static final Pattern MAY_IMPORT =
      Pattern.compile(
          "import io\\.lull\\.(reconfig\\.(model|state|collective|comm)\\.\\w+"
              + "|reconfig\\.distribution\\.Part|protocol\\.wire\\.\\w+"
              + "|protocol\\.time\\.Clock);");

  @Test
  void itsFilesAreItsPackageAndOneRegistration() throws IOException {
    assertThat(names(FOLDER))
        .containsExactly(
            "CounterModel.java", "CounterProvider.java", "Counters.java", "CountersTest.java");
    assertThat(Files.readAllLines(REGISTRATION)).containsExactly(PACKAGE + ".CounterProvider");
  }

  @Test
  void itImportsTheInterfacesAlone() throws IOException {
    for (final String name : names(FOLDER)) {
      if (!name.endsWith("Test.java")) {
        assertThat(Files.readAllLines(FOLDER.resolve(name)))
            .filteredOn(line -> line.startsWith("import io.lull."))
            .as(name)
            .isNotEmpty()
            .allMatch(line -> MAY_IMPORT.matcher(line).matches());
      }
    }
  }

  @Test
  void nothingElseKnowsOfIt() throws IOException {
    assertThat(SourceTest.sources().entrySet())
        .filteredOn(source -> !SourceTest.ROOT.resolve(source.getKey()).startsWith(FOLDER))
        .filteredOn(source -> !source.getKey().endsWith("ThirdModelTest.java"))
        .noneMatch(source ->
            source.getValue().stream()
                .anyMatch(line -> line.contains(PACKAGE) || line.contains("CounterModel")));
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
