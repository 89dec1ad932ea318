package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.ListeningSockets;
import io.lull.testkit.process.RunningProgram;
import io.lull.testkit.random.Seed;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two thousand connections of strangers at each port, while a job computes and owners return. */
@Tag("system")
@Tag("nightly")
final class StrangersTest {
  private static final int CONNECTIONS = 2000;
  private static final int CONNECTIONS_OF_HOST = 50;
  private static final int GARBAGE_BYTES = 2000;
  private static final int SIZE = 201;
  private static final int ITERATIONS = 3000;
  private static final long MOST_MEMORY_KIB = 128 << 10;
  private static final Duration LONG = Duration.ofMinutes(3);

  /** The head of a handshake record of 512 bytes, of which some come. */
  private static final byte[] HALF_A_HANDSHAKE = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  @TempDir private Path folder;
  private final List<Socket> strangers = new ArrayList<>();

  @AfterEach
  void leavesNothingBehind() throws IOException {
    for (final Socket stranger : strangers) {
      stranger.close();
    }
    final Leftovers leftovers = new Leftovers();
    leftovers.watch(folder);
    leftovers.check();
  }

  @Test
  void ownersLeasesAndGuestsAreUnharmed() throws IOException {
    try (Desk desk = Desk.x11();
        TestGrid grid = new TestGrid(folder, Place.HERE)) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      final String away = "script:" + Files.writeString(folder.resolve("away.script"), "0 mains\n");
      final List<TestAgent> agents =
          List.of(
              grid.startAgent("pc1", Place.HERE, desk.environment(), desk.input()),
              grid.startAgent("pc2", Place.HERE, Map.of(), away),
              grid.startAgent("pc3", Place.HERE, Map.of(), away));
      final String job = grid.submitJacobi(SIZE, ITERATIONS, "20ms", "1:3", "--checkpoint", "2s");
      grid.awaitJob(job, "computes on three", LONG, document -> TestGrid.workers(document) == 3);

      final List<RunningProgram> attacked =
          List.of(grid.coordinator(), agents.getFirst().program(), agents.getLast().program());
      final List<Long> before = attacked.stream().map(one -> residentKib(one.pid())).toList();
      for (final RunningProgram program : attacked) {
        for (final ListeningSockets.Listening port : ListeningSockets.of(program.pid())) {
          crowd(port.port());
        }
      }
      for (int i = 0; i < attacked.size(); i++) {
        assertThat(residentKib(attacked.get(i).pid()) - before.get(i))
            .as("what %s needs more than before, in KiB", attacked.get(i))
            .isLessThan(MOST_MEMORY_KIB);
      }

      final String worker = agents.getFirst().workFolders().getLast();
      assertThat(agents.getFirst().processesOf(worker)).isNotEmpty();
      desk.touch().run();
      Eventually.await(
          "the owner of pc1 has it for themselves",
          TestGrid.SOON,
          () -> agents.getFirst().processesOf(worker).isEmpty());
      final JsonNode done = grid.awaitRightResult(job, SIZE, ITERATIONS, LONG);
      assertThat(done.path("lostIterations").asLong()).as(done.toPrettyString()).isZero();
      assertThat(grid.node("pc1").path("lostReclaims").asLong()).isZero();
      for (final TestAgent agent : agents) {
        assertThat(agent.program().said()).doesNotContain("the lease has ended");
      }
    }
  }

  /** A third say nothing, a third talk nonsense, a third begin a handshake. */
  private void crowd(int port) {
    final byte[] garbage = new byte[GARBAGE_BYTES];
    seed.random("port " + port).nextBytes(garbage);
    final List<Supplier<byte[]>> first =
        List.of(() -> new byte[0], () -> garbage, HALF_A_HANDSHAKE::clone);
    for (int i = 0; i < CONNECTIONS; i++) {
      final String from = "127.0.1." + (1 + i / CONNECTIONS_OF_HOST);
      final Socket stranger = new Socket();
      strangers.add(stranger);
      try {
        stranger.bind(new InetSocketAddress(from, 0));
        stranger.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
            (int) TestGrid.SOON.toMillis());
        stranger.getOutputStream().write(first.get(i % first.size()).get());
      } catch (IOException e) {
        // It was cut off, as it may be.
      }
    }
  }

  private static long residentKib(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> line.replaceAll("\\D", ""))
          .mapToLong(Long::parseLong)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
