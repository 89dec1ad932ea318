package io.lull.tray.export;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import javafx.scene.image.Image;
import javafx.scene.image.PixelReader;

/**
 * Writes PNG pictures that compress well for screens: each line as its difference from the one
 * above.
 */
public final class Png {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int FILTERS = 5;
  private static final int CHANNELS = 3;

  private Png() {}

  public static byte[] of(Image image) throws IOException {
    final int width = (int) image.getWidth();
    final int height = (int) image.getHeight();
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(SIGNATURE);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      final ByteArrayOutputStream header = new ByteArrayOutputStream();
      try (DataOutputStream fields = new DataOutputStream(header)) {
        fields.writeInt(width);
        fields.writeInt(height);
        fields.write(new byte[] {8, 2, 0, 0, 0});
      }
      chunk(out, "IHDR", header.toByteArray());
      chunk(out, "IDAT", deflated(lines(image.getPixelReader(), width, height)));
      chunk(out, "IEND", new byte[0]);
    }
    return bytes.toByteArray();
  }

  private static byte[] lines(PixelReader pixels, int width, int height) {
    final int stride = width * CHANNELS;
    final byte[] all = new byte[height * (stride + 1)];
    byte[] above = new byte[stride];
    for (int y = 0; y < height; y++) {
      final byte[] line = new byte[stride];
      for (int x = 0; x < width; x++) {
        final int rgb = pixels.getArgb(x, y);
        line[CHANNELS * x] = (byte) (rgb >> 16);
        line[CHANNELS * x + 1] = (byte) (rgb >> 8);
        line[CHANNELS * x + 2] = (byte) rgb;
      }
      filter(line, above, all, y * (stride + 1));
      above = line;
    }
    return all;
  }

  /** The filter with the smallest sum of differences, as is usual. */
  private static void filter(byte[] line, byte[] above, byte[] to, int at) {
    long least = Long.MAX_VALUE;
    for (int filter = 0; filter < FILTERS; filter++) {
      final byte[] filtered = new byte[line.length];
      long sum = 0;
      for (int i = 0; i < line.length; i++) {
        final int left = i < CHANNELS ? 0 : line[i - CHANNELS] & 0xff;
        final int up = above[i] & 0xff;
        final int corner = i < CHANNELS ? 0 : above[i - CHANNELS] & 0xff;
        final int guess =
            switch (filter) {
              case 0 -> 0;
              case 1 -> left;
              case 2 -> up;
              case 3 -> (left + up) / 2;
              default -> paeth(left, up, corner);
            };
        filtered[i] = (byte) ((line[i] & 0xff) - guess);
        sum += Math.abs(filtered[i]);
      }
      if (sum < least) {
        least = sum;
        to[at] = (byte) filter;
        System.arraycopy(filtered, 0, to, at + 1, filtered.length);
      }
    }
  }

  private static int paeth(int left, int up, int corner) {
    final int guess = left + up - corner;
    final int toLeft = Math.abs(guess - left);
    final int toUp = Math.abs(guess - up);
    final int toCorner = Math.abs(guess - corner);
    if (toLeft <= toUp && toLeft <= toCorner) {
      return left;
    }
    return toUp <= toCorner ? up : corner;
  }

  private static byte[] deflated(byte[] bytes) {
    final Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      final ByteArrayOutputStream out = new ByteArrayOutputStream();
      final byte[] buffer = new byte[1 << 16];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }

  private static void chunk(DataOutputStream out, String type, byte[] content) throws IOException {
    final byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    final CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(content);
    out.writeInt(content.length);
    out.write(name);
    out.write(content);
    out.writeInt((int) crc.getValue());
  }
}
