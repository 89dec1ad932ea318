package io.lull.apps.picture;

import io.lull.reconfig.BadInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a PNG file row by row (PNG specification, third edition): every colour type and depth,
 * interlaced or not. Colours become their lightness; a fully transparent pixel is black.
 */
final class PngPicture extends PictureReader implements GreyPicture {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int GREY = 0;
  private static final int RGB = 2;
  private static final int PALETTE = 3;
  private static final int GREY_ALPHA = 4;
  private static final int RGB_ALPHA = 6;

  /** Row start, row step, column start, column step of each pass of Adam7. */
  private static final int[][] ADAM7 = {
    {0, 8, 0, 8}, {0, 8, 4, 8}, {4, 8, 0, 4}, {0, 4, 2, 4}, {2, 4, 0, 2}, {0, 2, 1, 2}, {1, 2, 0, 1}
  };

  private static final int[][] ONE_PASS = {{0, 1, 0, 1}};

  private final PngChunks chunks;
  private final int width;
  private final int height;
  private final int depth;
  private final int colour;
  private final boolean interlaced;
  private int[] palette = {};

  PngPicture(Path file, InputStream in) throws IOException {
    super(file, in);
    in.skipNBytes(SIGNATURE.length);
    this.chunks = new PngChunks(in);
    try {
      if (!chunks.next().equals("IHDR") || chunks.length() != 13) {
        throw bad("is not a PNG picture");
      }
      final ByteBuffer head = ByteBuffer.wrap(chunks.content());
      this.width = head.getInt();
      this.height = head.getInt();
      this.depth = head.get();
      this.colour = head.get();
      final int methods = head.getShort();
      this.interlaced = head.get() == 1;
      if (width < 1
          || height < 1
          || width > GREATEST_SIDE
          || height > GREATEST_SIDE
          || methods != 0) {
        throw bad(
            "is a PNG picture of " + width + " x " + height + " pixels, which cannot be read");
      }
      if (!possible(colour, depth)) {
        throw bad(
            "has colour type " + colour + " with " + depth + " bits, which PNG does not have");
      }
      byte[] colours = {};
      byte[] alphas = {};
      String type = chunks.next();
      while (!type.equals("IDAT")) {
        switch (type) {
          case "PLTE" -> colours = chunks.content();
          case "tRNS" -> alphas = chunks.content();
          case "IEND" -> throw bad("has no pixels");
          default -> chunks.skip();
        }
        type = chunks.next();
      }
      if (colour == PALETTE) {
        this.palette = greys(colours, alphas);
      }
    } catch (EOFException | ZipException e) {
      throw damaged(e);
    }
  }

  static boolean begins(byte[] start) {
    return start.length >= SIGNATURE.length
        && Arrays.equals(start, 0, SIGNATURE.length, SIGNATURE, 0, SIGNATURE.length);
  }

  private static boolean possible(int colour, int depth) {
    return switch (colour) {
      case GREY -> depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
      case PALETTE -> depth == 1 || depth == 2 || depth == 4 || depth == 8;
      case RGB, GREY_ALPHA, RGB_ALPHA -> depth == 8 || depth == 16;
      default -> false;
    };
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public int height() {
    return height;
  }

  @Override
  public int white() {
    return colour == PALETTE ? 255 : (1 << depth) - 1;
  }

  @Override
  public void read(Pixels pixels) throws IOException {
    try (InputStream compressed = chunks.pixelStream();
        InputStream inflated = new InflaterInputStream(compressed)) {
      for (final int[] pass : interlaced ? ADAM7 : ONE_PASS) {
        final int columns = Math.ceilDiv(width - pass[2], pass[3]);
        if (columns > 0) {
          readPass(inflated, pass, columns, pixels);
        }
      }
      // The checksum of the last chunk comes after its content.
      compressed.transferTo(OutputStream.nullOutputStream());
    } catch (EOFException | ZipException e) {
      throw damaged(e);
    }
  }

  private void readPass(InputStream inflated, int[] pass, int columns, Pixels pixels)
      throws IOException {
    final int bitsPerPixel = depth * channels();
    final int bytesPerPixel = Math.max(1, bitsPerPixel / 8);
    final int length = Math.ceilDiv(columns * bitsPerPixel, 8);
    byte[] row = new byte[length];
    byte[] above = new byte[length];
    for (int r = pass[0]; r < height; r += pass[1]) {
      final int filter = inflated.read();
      if (inflated.readNBytes(row, 0, length) < length || filter < 0) {
        throw new EOFException("row " + r);
      }
      unfilter(filter, row, above, bytesPerPixel);
      for (int i = 0; i < columns; i++) {
        pixels.pixel(r, pass[2] + i * pass[3], grey(row, i));
      }
      final byte[] done = row;
      row = above;
      above = done;
    }
  }

  private void unfilter(int filter, byte[] row, byte[] above, int bytesPerPixel) {
    if (filter > 4) {
      throw bad("is damaged: save it again");
    }
    for (int i = 0; i < row.length; i++) {
      final int left = i < bytesPerPixel ? 0 : row[i - bytesPerPixel] & 255;
      final int corner = i < bytesPerPixel ? 0 : above[i - bytesPerPixel] & 255;
      row[i] += (byte) PngFilter.predict(filter, left, above[i] & 255, corner);
    }
  }

  private int channels() {
    return switch (colour) {
      case GREY, PALETTE -> 1;
      case GREY_ALPHA -> 2;
      case RGB -> 3;
      default -> 4;
    };
  }

  private int grey(byte[] row, int pixel) {
    final int first = pixel * channels();
    return switch (colour) {
      case GREY -> sample(row, first);
      case PALETTE -> paletteGrey(sample(row, first));
      case GREY_ALPHA -> sample(row, first + 1) == 0 ? 0 : sample(row, first);
      case RGB -> lightness(sample(row, first), sample(row, first + 1), sample(row, first + 2));
      default ->
          sample(row, first + 3) == 0
              ? 0
              : lightness(sample(row, first), sample(row, first + 1), sample(row, first + 2));
    };
  }

  private int paletteGrey(int index) {
    if (index >= palette.length) {
      throw bad("is damaged: a pixel has colour " + index + " of a palette of " + palette.length);
    }
    return palette[index];
  }

  private int sample(byte[] row, int index) {
    return switch (depth) {
      case 8 -> row[index] & 255;
      case 16 -> ((row[2 * index] & 255) << 8) | (row[2 * index + 1] & 255);
      default -> {
        final int bit = index * depth;
        yield (row[bit >> 3] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
      }
    };
  }

  private static int[] greys(byte[] colours, byte @Nullable [] alphas) {
    final int[] greys = new int[colours.length / 3];
    for (int i = 0; i < greys.length; i++) {
      final boolean clear = alphas != null && i < alphas.length && alphas[i] == 0;
      greys[i] =
          clear
              ? 0
              : lightness(colours[3 * i] & 255, colours[3 * i + 1] & 255, colours[3 * i + 2] & 255);
    }
    return greys;
  }

  /** ITU-R BT.601; the weights add up to one, so that a grey in RGB keeps its value. */
  private static int lightness(int red, int green, int blue) {
    return (299 * red + 587 * green + 114 * blue) / 1000;
  }

  private BadInput damaged(IOException cause) {
    final BadInput bad = bad("is damaged or cut short: save it again");
    bad.initCause(cause);
    return bad;
  }
}
