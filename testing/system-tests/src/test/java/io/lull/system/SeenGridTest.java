package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A grid that an administrator's tools look at: logs, metrics, health, and the live view. */
@Tag("system")
class SeenGridTest {
  private static final Duration JOB = Duration.ofMinutes(3);

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  @BeforeEach
  void watch() {
    leftovers.watch(folder);
  }

  @Test
  void logsMetricsHealthAndTheLiveViewTellOfAJob() throws Exception {
    try (HttpClient http = HttpClient.newHttpClient();
        TestGrid grid = new TestGrid(folder, Place.HERE)) {
      final RunningProgram coordinator =
          grid.startCoordinator("--metrics", "127.0.0.1:0", "--log-format", "json");
      final String door =
          coordinator.awaitLine("metrics and health on \\S+", TestGrid.SOON).replaceAll(".* ", "");
      grid.loginAsFirstAdmin();
      final Path away = Files.writeString(folder.resolve("away.script"), "0 mains\n");
      final TestAgent agent =
          grid.launchAgent(
              "pc1",
              Place.HERE,
              Map.of(),
              "script:" + away,
              "--enroll",
              grid.token("node"),
              "--log-format",
              "json");
      agent.awaitReady();
      final String job = grid.submitJacobi(101, 200, "10ms", "1:1");
      grid.awaitRightResult(job, 101, 200, JOB);

      assertThat(get(http, door + "/health/ready").statusCode()).isEqualTo(200);
      Eventually.await(
          "the finished job is counted",
          TestGrid.SOON,
          () ->
              get(http, door + "/metrics")
                  .body()
                  .lines()
                  .anyMatch(line -> line.equals("lull_jobs{state=\"finished\"} 1.0")));
      final JsonNode top = new ObjectMapper().readTree(grid.ask("top", "--json").good().output());
      assertThat(top.path("nodes").path(0).path("name").asText()).isEqualTo("pc1");
      assertThat(grid.ask("top", "--once").good().output()).contains("lull top").contains("pc1");

      assertThat(logged(coordinator))
          .anySatisfy(line -> {
            assertThat(line.path("message").asText()).isEqualTo(job + " is finished");
            assertThat(line.path("job").asText()).isEqualTo(job);
            assertThat(line.path("level").asText()).isEqualTo("info");
          })
          .anySatisfy(line -> {
            assertThat(line.path("message").asText()).isEqualTo("pc1 connected");
            assertThat(line.path("node").asText()).isEqualTo("pc1");
          });
      assertThat(logged(agent.program()))
          .anySatisfy(line -> {
            assertThat(line.path("message").asText()).contains(job + "-w1 has ended");
            assertThat(line.path("job").asText()).isEqualTo(job);
            assertThat(line.path("node").asText()).isEqualTo("pc1");
          });
    }
  }

  private static HttpResponse<String> get(HttpClient http, String address) {
    try {
      return http.send(
          HttpRequest.newBuilder(URI.create(address)).timeout(TestGrid.SOON).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /**
   * What was said on standard error: every line of it is an object with a time, but for Java's own
   * about the options that it has from the test.
   */
  private static List<JsonNode> logged(RunningProgram program) throws IOException {
    final List<JsonNode> lines = new ArrayList<>();
    for (final String line : program.errorLines()) {
      if (line.startsWith(Lull.OPTIONS_NOTE)) {
        continue;
      }
      final JsonNode object = new ObjectMapper().readTree(line);
      assertThat(Instant.parse(object.path("time").asText())).isAfter(Instant.EPOCH);
      assertThat(object.path("logger").asText()).isNotEmpty();
      assertThat(object.path("thread").asText()).isNotEmpty();
      lines.add(object);
    }
    return lines;
  }
}
