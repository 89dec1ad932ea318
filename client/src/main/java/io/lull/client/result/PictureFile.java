package io.lull.client.result;

import io.lull.apps.picture.GreyPicture;
import io.lull.apps.picture.PngWriter;
import io.lull.client.ClientFailure;
import io.lull.reconfig.BadInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** An output that is a picture. */
public final class PictureFile {
  /** Larger ones can only be saved. */
  public static final long LARGEST_BYTES = 64L << 20;

  /** Each takes four bytes of a window's memory. */
  static final long MOST_PIXELS = 64L << 20;

  private static final Set<String> ENDINGS = Set.of("png", "jpg", "jpeg", "gif", "bmp", "pgm");
  private static final int PNG_WIDTH_AT = 16;

  private PictureFile() {}

  /** Whether a file of this name can be shown. */
  public static boolean named(String name) {
    return ENDINGS.contains(ending(name));
  }

  private static String ending(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /**
   * The file itself if windows support its format; else the same picture as a PNG beside it.
   *
   * @throws ClientFailure with one line if it cannot be shown
   */
  public static Path shown(Path file) throws IOException {
    final String name = String.valueOf(file.getFileName());
    if (Files.size(file) > LARGEST_BYTES) {
      throw tooLarge(name);
    }
    final String ending = ending(name);
    if (ending.equals("pgm")) {
      return asPng(file, file.resolveSibling(name + ".png"));
    }
    if (ending.equals("png")) {
      try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
        in.skipNBytes(PNG_WIDTH_AT);
        require(name, in.readInt(), in.readInt());
      }
    }
    return file;
  }

  private static Path asPng(Path file, Path png) throws IOException {
    try (GreyPicture picture = GreyPicture.open(file)) {
      require(String.valueOf(file.getFileName()), picture.width(), picture.height());
      try (PngWriter out =
          new PngWriter(png, picture.width(), picture.height(), PngWriter.Pixels.GREY)) {
        final byte[] row = new byte[picture.width()];
        final IOException[] failed = new IOException[1];
        picture.read((_, column, grey) -> {
          row[column] = (byte) (grey * 255 / picture.white());
          if (column == row.length - 1 && failed[0] == null) {
            try {
              out.row(row);
            } catch (IOException e) {
              failed[0] = e;
            }
          }
        });
        if (failed[0] != null) {
          throw failed[0];
        }
      }
      return png;
    } catch (BadInput e) {
      throw ClientFailure.badInput(String.valueOf(e.getMessage()));
    }
  }

  private static void require(String name, long width, long height) {
    if (width <= 0 || height <= 0) {
      throw ClientFailure.badInput(name + " is not a picture, despite its name");
    }
    if (width * height > MOST_PIXELS) {
      throw tooLarge(name);
    }
  }

  private static ClientFailure tooLarge(String name) {
    return ClientFailure.badInput(name + " is too large to display: save it");
  }
}
