package io.lull.client.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.apps.picture.GreyPicture;
import io.lull.client.ClientFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PictureFileTest {
  @TempDir Path folder = Path.of("");

  @Test
  void aGreyMapIsShownAsThePngOfTheSamePixels() throws IOException {
    final Path file = folder.resolve("a.pgm");
    Files.writeString(file, "P2 3 2 15\n0 5 10\n15 0 15\n");
    final List<Integer> greys = new ArrayList<>();
    try (GreyPicture png = GreyPicture.open(PictureFile.shown(file))) {
      assertThat(png.width()).isEqualTo(3);
      png.read((_, _, grey) -> greys.add(grey));
    }
    assertThat(greys).containsExactly(0, 85, 170, 255, 0, 255);
  }

  @Test
  void aPictureThatWouldFillTheMemoryIsRefusedBeforeItIsRead() throws IOException {
    final Path file = folder.resolve("wide.png");
    Files.write(file, ByteBuffer.allocate(64).position(16).putInt(1 << 20).putInt(1 << 20).array());
    assertThatThrownBy(() -> PictureFile.shown(file))
        .isInstanceOf(ClientFailure.class)
        .hasMessage("wide.png is too large to display: save it");
    assertThat(PictureFile.named("Board.PNG")).isTrue();
    assertThat(PictureFile.named("solution.f64")).isFalse();
  }
}
