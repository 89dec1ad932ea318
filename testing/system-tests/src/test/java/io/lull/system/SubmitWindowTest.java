package io.lull.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.lull.testkit.display.XDisplay;
import io.lull.testkit.process.Leftovers;
import io.lull.testkit.process.RunningProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A person who has a window and a mouse, and a grid. */
@Tag("system")
class SubmitWindowTest {
  private static final int SIDE = 1001;

  @RegisterExtension final Leftovers leftovers = new Leftovers();

  @TempDir Path folder = Path.of("");

  @Test
  void jacobiIsSubmittedWithADroppedImageAndItsResultIsOpened() throws IOException {
    assumeTrue(XDisplay.unavailable().isEmpty(), () -> XDisplay.unavailable().orElse(""));
    leftovers.watch(folder);
    try (TestGrid grid = new TestGrid(folder, Place.HERE)) {
      grid.startCoordinator();
      grid.loginAsFirstAdmin();
      final Path away = Files.writeString(folder.resolve("away.script"), "0 mains\n");
      grid.startAgent("pc1", Place.HERE, Map.of(), "script:" + away);
      try (XDisplay display = XDisplay.open();
          RunningProgram person =
              RunningProgram.named("tray person")
                  .command(
                      Lull.window(
                          TrayPerson.class,
                          grid.home().toString(),
                          folder.resolve("pc1").toString(),
                          plate().toString()))
                  .environment("DISPLAY", display.name())
                  .start()) {
        person.awaitLine(TrayPerson.SEEN, TestGrid.AS_A_GUEST);
        assertThat(person.awaitExit(TestGrid.SOON)).isZero();
      }
      final JsonNode job = grid.job("J1");
      assertThat(job.path("state").asText()).isEqualTo("finished");
      assertThat(job.path("app").asText()).isEqualTo("jacobi");
    }
  }

  /** A warm disc on a plate as large as a job's that asks for nothing else. */
  private Path plate() throws IOException {
    final byte[] pixels = new byte[SIDE * SIDE];
    for (int row = 0; row < SIDE; row++) {
      for (int column = 0; column < SIDE; column++) {
        pixels[row * SIDE + column] = (byte) (Math.hypot(row - 600, column - 400) < 120 ? 200 : 0);
      }
    }
    final Path file = folder.resolve("plate.pgm");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(("P5 " + SIDE + " " + SIDE + " 255\n").getBytes(StandardCharsets.US_ASCII));
      out.write(pixels);
    }
    return file;
  }
}
