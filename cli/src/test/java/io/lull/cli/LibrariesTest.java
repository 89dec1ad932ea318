package io.lull.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The distribution has the libraries that are listed, as they were when they were listed. */
@EnabledOnOs(OS.LINUX)
class LibrariesTest {
  private static final Path DIST = Path.of("src", "main", "dist").toAbsolutePath();

  @TempDir private Path folder;

  @Test
  void aLibraryThatIsNotTheListedOneEndsTheBuild() throws Exception {
    final String listed = Files.readAllLines(DIST.resolve("libraries.sha256")).getFirst();
    final String name = listed.substring(listed.lastIndexOf(' ') + 1);
    final Path lib = Files.createDirectory(folder.resolve("lib"));
    Files.writeString(lib.resolve(name), "something else");
    Files.writeString(folder.resolve("libraries.classpath"), "lib/" + name);

    final Process assembly = assemble(Files.writeString(folder.resolve("lull-cli.jar"), ""));

    final String said =
        new String(assembly.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(assembly.waitFor()).as(said).isEqualTo(1);
    assertThat(said).contains("libraries.sha256 does not list this library").contains(name);
    assertThat(folder.resolve("lull")).doesNotExist();
  }

  private Process assemble(Path jar) throws IOException {
    return new ProcessBuilder(
            "bash", DIST.resolve("assemble").toString(), folder.toString(), jar.toString())
        .start();
  }
}
