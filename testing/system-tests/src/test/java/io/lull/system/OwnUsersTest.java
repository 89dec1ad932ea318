package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on an agent whose guests have a user of their own: what they keep comes back to them. */
@Tag("system")
final class OwnUsersTest {
  private static final Duration JOB = Duration.ofMinutes(4);
  private static final String AGENT = "pc";

  @RegisterExtension final Leftovers leftovers = new Leftovers();
  @TempDir Path folder = Path.of("");
  private TestGrid grid;
  private Optional<OwnUsers> users = Optional.empty();

  @BeforeEach
  void open() throws IOException {
    assumeThat(System.getProperty("user.name")).as("only root is several users").isEqualTo("root");
    leftovers.watch(folder);
    grid = new TestGrid(folder, Place.HERE);
    users = Optional.of(OwnUsers.in(folder, AGENT));
    grid.startCoordinator();
    grid.loginAsFirstAdmin();
    final Path away = Files.writeString(folder.resolve("away"), "");
    grid.startAgent(AGENT, users.get().ofAgent(), Map.of(), "script:" + away);
  }

  @AfterEach
  void close() {
    if (grid != null) {
      grid.close();
    }
    users.ifPresent(OwnUsers::close);
  }

  private String submit(String pace) {
    return grid.lull(
            "submit",
            "--json",
            "--app",
            "jacobi",
            "--workers",
            "1:1",
            "--memory",
            "256M",
            "--checkpoint",
            "1s",
            "--param",
            "size=101",
            "--param",
            "iterations=200",
            "--param",
            "pace=" + pace)
        .good()
        .json()
        .path("id")
        .asText();
  }

  private String sum(String job) {
    return grid.lull("logs", job)
        .good()
        .output()
        .lines()
        .filter(line -> line.startsWith("sum "))
        .findFirst()
        .orElseThrow();
  }

  private static boolean kept(JsonNode job) {
    return job.path("checkpoints").path("count").asInt() > 0;
  }

  @Test
  void aSuspendedJobComputesOnFromThePieceThatItsGuestWrote() {
    final String whole = submit("0s");
    grid.awaitJob(whole, "ended", JOB, TestGrid::ended);
    final String job = submit("100ms");
    grid.awaitJob(job, "keeps a checkpoint", JOB, OwnUsersTest::kept);
    grid.lull("hold", job).good();
    grid.awaitJob(
        job, "is suspended", JOB, view -> view.path("state").asText().equals("suspended"));
    grid.lull("release", job).good();
    final JsonNode ended = grid.awaitJob(job, "ended", JOB, TestGrid::ended);
    assertThat(ended.path("state").asText())
        .as(() -> ended.toPrettyString() + grid.said())
        .isEqualTo("finished");
    assertThat(sum(job)).isEqualTo(sum(whole));
    final List<JsonNode> resumed =
        ended
            .path("events")
            .valueStream()
            .filter(event -> event.path("kind").asText().equals("resume"))
            .toList();
    assertThat(resumed)
        .as(ended::toPrettyString)
        .singleElement()
        .satisfies(event -> {
          assertThat(event.path("safePoint").asLong()).isPositive();
          assertThat(event.path("lostIterations").asLong()).isZero();
        });
    final Path to = folder.resolve("outputs");
    grid.lull("outputs", job, "--to", to.toString()).good();
    assertThat(to).isNotEmptyDirectory();
  }
}
