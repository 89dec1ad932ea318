package io.lull.apps.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.BadInput;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JDK's own pictures are what these are held against. */
class GreyPictureTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "10, 37, 23, false",
    "10, 37, 23, true",
    "11, 9, 14, false",
    "11, 9, 14, true",
    "12, 21, 5, false",
    "13, 33, 18, true",
    "1, 17, 12, false",
    "1, 40, 40, true",
    "2, 17, 12, false",
    "10, 1, 1, true",
    "10, 2, 3, true"
  })
  void readsWhatTheJdkWrites(int type, int width, int height, boolean interlaced)
      throws IOException {
    final BufferedImage image = new BufferedImage(width, height, type);
    final Random random = new Random(type * 1000L + width);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        final int grey = random.nextInt(256);
        final boolean clear = type == BufferedImage.TYPE_INT_ARGB && grey < 40;
        image.setRGB(x, y, clear ? 0x00ffffff : 0xff000000 | grey * 0x010101);
      }
    }
    final Path file = folder.resolve("picture.png");
    write(image, file, interlaced);

    final int[][] read = new int[height][width];
    final int white;
    try (GreyPicture picture = GreyPicture.open(file)) {
      assertThat(picture.width()).isEqualTo(width);
      assertThat(picture.height()).isEqualTo(height);
      white = picture.white();
      picture.read((row, column, grey) -> read[row][column] = grey);
    }

    final Raster raster = image.getRaster();
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        final int expected =
            switch (type) {
              case BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_USHORT_GRAY ->
                  raster.getSample(x, y, 0);
              case BufferedImage.TYPE_INT_ARGB ->
                  image.getRGB(x, y) >>> 24 == 0 ? 0 : image.getRGB(x, y) & 255;
              default -> image.getRGB(x, y) & 255;
            };
        final int scaled = white == 1 ? 255 * read[y][x] : read[y][x];
        if (type == BufferedImage.TYPE_BYTE_INDEXED) {
          // Its palette has no grey for every grey; what it has is nearly one.
          assertThat(scaled).as("row %d column %d", y, x).isEqualTo(lightness(image.getRGB(x, y)));
        } else {
          assertThat(scaled).as("row %d column %d", y, x).isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"GREY, 1, 1", "GREY, 300, 211", "RGB, 64, 3", "RGB, 1000, 40"})
  void theJdkReadsWhatIsWritten(PngWriter.Pixels pixels, int width, int height) throws IOException {
    final int channels = pixels == PngWriter.Pixels.RGB ? 3 : 1;
    final Random random = new Random(width);
    final byte[][] rows = new byte[height][width * channels];
    final Path file = folder.resolve("picture.png");
    try (PngWriter png = new PngWriter(file, width, height, pixels)) {
      for (int r = 0; r < height; r++) {
        for (int i = 0; i < rows[r].length; i++) {
          rows[r][i] = (byte) (r % 3 == 0 ? random.nextInt() : r + i / 7);
        }
        png.row(rows[r]);
      }
    }

    final Raster raster = ImageIO.read(file.toFile()).getRaster();

    assertThat(raster.getWidth()).isEqualTo(width);
    for (int r = 0; r < height; r++) {
      for (int i = 0; i < rows[r].length; i++) {
        assertThat(raster.getSample(i / channels, r, i % channels)).isEqualTo(rows[r][i] & 255);
      }
    }
  }

  @Test
  void readsGreyMapsOfBothKindsAndDepths() throws IOException {
    final Path plain =
        Files.writeString(
            folder.resolve("a.pgm"), "P2 # drawn by hand\n3 2\n# greatest\n9\n0 1 2\n7 8 9\n");
    assertThat(pixels(plain)).isEqualTo("0 1 2 7 8 9 ");
    final Path raw = folder.resolve("b.pgm");
    Files.write(raw, "P5 3 1 255\n\0\u0007\u00ff".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(pixels(raw)).isEqualTo("0 7 255 ");
    Files.write(
        raw, "P5\n2 1\n65535\n\u0001\u0002\u00ff\u00ff".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(pixels(raw)).isEqualTo("258 65535 ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "P2 3 2 9 0 1 2 7 8|ends where its grey is expected",
        "P2 3 1 9 0 1 12|has a grey that is not a number from 0 to 9",
        "P2 3 x 9 0 1 12|has a height that is not a number",
        "P5 4 4 255 abc|ends in row 0 of 4",
        "P5 4 4 99999 abc|has a greatest grey that is not a number from 1 to 65535",
        "P2 3|ends where its height is expected"
      })
  void refusesDamagedGreyMapsWithTheirFault(String content, String fault) throws IOException {
    final Path file = Files.writeString(folder.resolve("bad.pgm"), content);
    assertThatThrownBy(() -> pixels(file))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("bad.pgm " + fault);
  }

  @Test
  void refusesPngThatIsCutShortOrChanged() throws IOException {
    final Path file = folder.resolve("bad.png");
    write(new BufferedImage(50, 50, BufferedImage.TYPE_BYTE_GRAY), file, false);
    final byte[] whole = Files.readAllBytes(file);
    for (int length = 8; length < whole.length - 16; length += 3) {
      Files.write(file, java.util.Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> pixels(file))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("bad.png");
    }
    whole[20] ^= 1;
    Files.write(file, whole);
    assertThatThrownBy(() -> pixels(file))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void namesOtherKindsOfPictures() throws IOException {
    final Path file = folder.resolve("photo.png");
    Files.write(file, "\u00ff\u00d8\u00ff\u00e0JFIF".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> pixels(file))
        .isInstanceOf(BadInput.class)
        .hasMessage("photo.png is a JPEG picture: save it as PNG or PGM");
  }

  private static int lightness(int rgb) {
    return (299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255)) / 1000;
  }

  private static String pixels(Path file) throws IOException {
    final StringBuilder text = new StringBuilder();
    try (GreyPicture picture = GreyPicture.open(file)) {
      picture.read((row, column, grey) -> text.append(grey).append(' '));
    }
    return text.toString();
  }

  private static void write(BufferedImage image, Path file, boolean interlaced) throws IOException {
    final ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
      writer.setOutput(out);
      final ImageWriteParam how = writer.getDefaultWriteParam();
      how.setProgressiveMode(
          interlaced ? ImageWriteParam.MODE_DEFAULT : ImageWriteParam.MODE_DISABLED);
      writer.write(null, new IIOImage(image, null, null), how);
    } finally {
      writer.dispose();
    }
  }
}
