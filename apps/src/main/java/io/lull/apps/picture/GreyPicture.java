package io.lull.apps.picture;

import io.lull.reconfig.BadInput;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a grey picture: its size is known before its pixels are, so that a wrong one is refused
 * cheaply.
 */
public sealed interface GreyPicture extends Closeable permits PgmPicture, PngPicture {
  /** Longer sides are refused: no grid is that large. */
  int GREATEST_SIDE = 1 << 20;

  int width();

  int height();

  /** The sample of white. */
  int white();

  /** Passes on every pixel once, in the order of the file. */
  void read(Pixels pixels) throws IOException;

  /** Receives pixels. */
  @FunctionalInterface
  interface Pixels {
    /**
     * @param grey 0 to {@link #white}
     */
    void pixel(int row, int column, int grey);
  }

  /** Whether the file begins as a PNG or a PGM does. */
  static boolean isPicture(byte[] start) {
    return PngPicture.begins(start) || PgmPicture.begins(start);
  }

  /**
   * @throws BadInput if it is neither PNG nor PGM, or of an unsupported kind
   */
  static GreyPicture open(Path file) throws IOException {
    final InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    try {
      in.mark(FileStart.LENGTH);
      final byte[] start = in.readNBytes(FileStart.LENGTH);
      in.reset();
      if (PngPicture.begins(start)) {
        return new PngPicture(file, in);
      }
      if (PgmPicture.begins(start)) {
        return new PgmPicture(file, in);
      }
      throw new BadInput(
          file.getFileName() + " is " + FileStart.describe(start) + ": save it as PNG or PGM");
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }
}
