package io.lull.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The table of the mutation run fits the code: no fault has lost its line or its test. */
class PlantedFaultsTest {
  private static final int LONGEST_SECONDS = 120;

  @TempDir private Path folder;

  @Test
  @Timeout(2 * LONGEST_SECONDS)
  void everyFaultHasItsLineOnceAndItsTest() throws IOException, InterruptedException {
    final Path said = folder.resolve("said");
    final Process list =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "testing/mutations/Mutations.java",
                "--list")
            .directory(SourceTree.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    list.getOutputStream().close();
    final boolean ended = list.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS);
    list.destroyForcibly();
    final String table = Files.readString(said, StandardCharsets.UTF_8);
    assertThat(ended).as(table).isTrue();
    assertThat(list.exitValue()).as(table).isZero();
    assertThat(table).contains(" 0 of them with errors");
  }
}
