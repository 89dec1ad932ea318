package io.lull.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of the mutation runs fit the code: no fault has lost its line or its test. */
class PlantedFaultsTest {
  private static final int LONGEST_SECONDS = 120;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"Mutations", "SimulatedMutations"})
  @Timeout(2 * LONGEST_SECONDS)
  void everyFaultHasItsLineOnceAndItsTest(String program) throws IOException, InterruptedException {
    final Path said = folder.resolve("said");
    final Process list =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "testing/mutations/" + program + ".java",
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
