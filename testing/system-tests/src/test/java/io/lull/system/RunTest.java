package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A program on this computer alone, without a grid or a login. */
final class RunTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  @RegisterExtension final Leftovers leftovers = new Leftovers();
  @TempDir private Path folder;

  @BeforeEach
  void watch() {
    leftovers.watch(folder);
  }

  private Outcome run(String... more) {
    final String[] command = new String[more.length + 6];
    System.arraycopy(
        new String[] {"run", "--app", "jacobi", "--param", "size=101", "--json"}, 0, command, 0, 6);
    System.arraycopy(more, 0, command, 6, more.length);
    return Lull.run(
        Place.HERE, Map.of("LULL_HOME", folder.resolve("home").toString()), LONG, command);
  }

  @Tag("system")
  @Test
  void severalWorkersComputeWhatOneDoes() {
    final Path out = folder.resolve("out");
    final JsonNode ended =
        run("--param", "iterations=50", "--verify", "--output", out.toString()).good().json();
    assertThat(ended.path("verified").asBoolean()).isTrue();
    assertThat(ended.path("job").path("checked").asBoolean()).isFalse();
    assertThat(ended.path("job").path("state").asText()).isEqualTo("finished");
    assertThat(ended.path("job").path("maxWorkers").asInt()).isEqualTo(2);
    assertThat(out.resolve("solution.f64")).isNotEmptyFile();
  }

  @Tag("long")
  @Test
  void ownersWhoComeAndGoAndMachinesThatDieChangeNothing() {
    final JsonNode ended =
        run(
                "--param",
                "iterations=400",
                "--param",
                "pace=100ms",
                "--workers",
                "4",
                "--shake",
                "7",
                "--verify")
            .good()
            .json();
    assertThat(ended.path("verified").asBoolean()).isTrue();
    assertThat(TestGrid.events(ended.path("job"), "shrink")).isNotEmpty();
    assertThat(TestGrid.events(ended.path("job"), "grow")).isNotEmpty();
  }
}
