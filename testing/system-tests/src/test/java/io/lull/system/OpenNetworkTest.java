package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A job that asks for the network has it where its administrator and an owner allow it. */
@Tag("system")
final class OpenNetworkTest {
  private static final Duration JOB = Duration.ofMinutes(3);

  /** Succeeds where it reaches a program of the computer's. */
  private static final String CALL =
      "perl -MIO::Socket::INET -e 'exit(!IO::Socket::INET->new(PeerAddr => \"127.0.0.1:PORT\"))'";

  @RegisterExtension final Leftovers leftovers = new Leftovers();
  @TempDir Path folder = Path.of("");

  @Tag("nightly")
  @Test
  void onComputersWhoseOwnersAllowIt() throws IOException {
    leftovers.watch(folder);
    try (TestGrid grid = new TestGrid(folder, Place.HERE);
        ServerSocket service = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      grid.startCoordinator("--guest-network", "allow");
      grid.loginAsFirstAdmin();
      final String away = "script:" + Files.writeString(folder.resolve("away"), "");
      grid.startAgent("closed", Place.HERE, Map.of(), away);
      final String call = CALL.replace("PORT", String.valueOf(service.getLocalPort()));
      final JsonNode refused = ended(grid, "--command", call, "--tasks", "1");
      assertThat(refused.path("state").asText()).isEqualTo("failed");

      final String waiting = submit(grid, "--network", "--command", call, "--tasks", "1");
      grid.awaitJob(
          waiting,
          "waits for an owner",
          JOB,
          job -> job.path("reason").asText().contains("meet its requirements"));
      assertThat(grid.lull("explain", waiting).good().output())
          .contains("its owner gives guests no network");

      grid.owners("guest-network = open\n").startAgent("open", Place.HERE, Map.of(), away);
      final JsonNode job = grid.awaitJob(waiting, "ended", JOB, TestGrid::ended);
      assertThat(job.path("state").asText()).as(() -> job + grid.said()).isEqualTo("finished");
      assertThat(job.path("network").asBoolean()).isTrue();
      grid.awaitNode("open", "is open", node -> node.path("openNetwork").asBoolean());
      grid.awaitNode("closed", "is closed", node -> !node.path("openNetwork").asBoolean());
      final String grids = grid.submitJacobi(101, 50, "0s", "1:1", "--network");
      grid.awaitRightResult(grids, 101, 50, TestGrid.AS_A_GUEST);
    }
  }

  private static String submit(TestGrid grid, String... job) {
    final List<String> words = new ArrayList<>(List.of("submit", "--json", "--memory", "256M"));
    words.addAll(List.of(job));
    return grid.lull(words.toArray(String[]::new)).good().json().path("id").asText();
  }

  private static JsonNode ended(TestGrid grid, String... job) {
    return grid.awaitJob(submit(grid, job), "ended", JOB, TestGrid::ended);
  }
}
