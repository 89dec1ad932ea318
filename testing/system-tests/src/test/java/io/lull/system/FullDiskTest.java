package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.lab.SmallDisk;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.random.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are full: what cannot be kept is refused or said, and nothing is lost. */
@Tag("system")
@Tag("nightly")
class FullDiskTest {
  private static final long MIB = 1L << 20;
  private static final Duration JOB = Duration.ofMinutes(3);

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  @BeforeEach
  void whereItCanBe() {
    final Optional<String> why = SmallDisk.unavailable();
    assumeTrue(why.isEmpty(), () -> "no small disk: " + why.orElse(""));
    leftovers.watch(folder);
  }

  @Test
  void aCoordinatorWithAFullDiskRefusesAProgramAndLivesOn() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("coordinator"), 64 * MIB);
        TestGrid grid = new TestGrid(folder, Place.HERE)) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      fill(disk.folder(), 4 * MIB);
      final byte[] incompressible = new byte[(int) (16 * MIB)];
      new Seed(1).random().nextBytes(incompressible);
      final Path program = folder.resolve("large.jar");
      Jars.write(program, Plate.class, incompressible);
      grid.lull("submit", "--jar", program.toString(), "--main", Plate.class.getName())
          .refused(2, "(?i)disk|space|full");
      assertThat(grid.lull("jobs", "--json").good().json()).isEmpty();
      Files.delete(disk.folder().resolve("filler"));
      assertThat(grid.submitJacobi(11, 5, "0s", "1:1")).isEqualTo("J1");
    }
  }

  @Test
  void aJobWhosePiecesFindNoRoomGoesOnWithoutThemAndEndsRight() throws IOException {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("pc1"), 48 * MIB);
        TestGrid grid = new TestGrid(folder, Place.HERE).expectingOfAgents("(?i)disk|space|full")) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      final Path away = Files.writeString(folder.resolve("away.script"), "0 mains\n");
      grid.startAgent("pc1", Place.HERE, Map.of(), "script:" + away);
      fill(disk.folder(), 12 * MIB);
      // A piece is 8 MB and the result as much again: one generation has room, not two and a
      // result.
      final String job = grid.submitJacobi(1001, 300, "20ms", "1:1", "--checkpoint", "1s");
      grid.awaitJob(
          job,
          "has tried a checkpoint",
          TestGrid.AS_A_GUEST,
          document -> !TestGrid.events(document, "checkpoint").isEmpty());
      Files.delete(disk.folder().resolve("filler"));
      final JsonNode ended = grid.awaitRightResult(job, 1001, 300, JOB);
      assertThat(TestGrid.events(ended, "recover")).isEmpty();
    }
  }

  private static void fill(Path folder, long leave) throws IOException {
    final long size = Files.getFileStore(folder).getUsableSpace() - leave;
    try (var out = Files.newOutputStream(folder.resolve("filler"))) {
      final byte[] block = new byte[1 << 16];
      for (long written = 0; written < size; written += block.length) {
        out.write(block);
      }
    }
  }
}
