package io.lull.cli.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.cli.exit.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProjectTemplateTest {
  @TempDir private Path folder;
  private Path lib;

  @BeforeEach
  void install() throws IOException {
    lib = Files.createDirectories(folder.resolve("lib"));
    for (final String jar :
        List.of(
            "lull-reconfig-lib-0.1.0.jar",
            "lull-protocol-0.1.0.jar",
            "lull-cli-0.1.0.jar",
            "protobuf-java-4.36.2.jar",
            "protobuf-java-util-4.36.2.jar",
            "jspecify-1.0.1.jar",
            "slf4j-api-2.0.18.jar",
            "kryo-5.6.2.jar",
            "reflectasm-1.11.9.jar",
            "objenesis-3.4.jar",
            "minlog-1.3.1.jar")) {
      Files.createFile(lib.resolve(jar));
    }
  }

  @Test
  void everyModelHasItsFilesAndNothingIsLeftToBeFilledIn() throws IOException {
    for (final ProjectTemplate.Model model : ProjectTemplate.Model.values()) {
      final Path parent = Files.createDirectories(folder.resolve(model.name()));
      final List<Path> files = new ProjectTemplate("heat", model, lib).write(parent);
      assertThat(files)
          .extracting(file -> parent.resolve("heat").relativize(file).toString())
          .containsExactly(
              "pom.xml",
              ".gitignore",
              "README.md",
              "src/main/java/Heat.java",
              "src/test/java/HeatTest.java");
      for (final Path file : files) {
        assertThat(Files.readString(file)).as("%s", file).doesNotContainPattern("@[A-Z]+@");
      }
    }
  }

  @Test
  void theBuildNamesTheLibrariesThatAreInstalledAndNoOthers() throws IOException {
    new ProjectTemplate("Heat", ProjectTemplate.Model.GRID, lib).write(folder);
    assertThat(folder.resolve("Heat").resolve("pom.xml"))
        .content()
        .contains("<lull.lib>" + lib + "</lull.lib>")
        .contains("<systemPath>${lull.lib}/lull-reconfig-lib-0.1.0.jar</systemPath>")
        .contains("<systemPath>${lull.lib}/protobuf-java-4.36.2.jar</systemPath>")
        .doesNotContain("lull-cli", "protobuf-java-util");
  }

  @Test
  void whereNothingIsInstalledTheBuildAsksARepository() throws IOException {
    new ProjectTemplate("Heat", ProjectTemplate.Model.GRID, lib).write(folder);
    assertThat(folder.resolve("Heat").resolve("pom.xml"))
        .content()
        .contains("<file><exists>" + lib + "</exists></file>")
        .contains("<file><missing>" + lib + "</missing></file>")
        .containsPattern(
            "<groupId>io.lull</groupId>\\s*<artifactId>lull-reconfig-lib</artifactId>"
                + "\\s*<version>0.1.0</version>\\s*<scope>provided</scope>");
  }

  @Test
  void anExistingFolderIsLeftAsItIs() throws IOException {
    final Path mine = Files.createDirectories(folder.resolve("Heat"));
    assertThatThrownBy(
            () -> new ProjectTemplate("Heat", ProjectTemplate.Model.GRID, lib).write(folder))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("already exists");
    assertThat(mine).isEmptyDirectory();
  }

  @Test
  void aFolderWithoutTheLibrariesIsNoInstallation() throws IOException {
    Files.delete(lib.resolve("lull-protocol-0.1.0.jar"));
    assertThatThrownBy(
            () -> new ProjectTemplate("Heat", ProjectTemplate.Model.GRID, lib).write(folder))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("not complete");
    assertThat(folder.resolve("Heat")).doesNotExist();
  }

  @Test
  void aNameThatNoClassCanHaveIsRefused() {
    for (final String bad : List.of("", "a b", "1st", "../x", "a-b", "x".repeat(41))) {
      assertThatThrownBy(() -> ProjectTemplate.checkName(bad))
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("cannot be the name of a project");
    }
  }
}
