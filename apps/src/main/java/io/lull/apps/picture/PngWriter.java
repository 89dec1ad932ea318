package io.lull.apps.picture;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/** Writes a PNG file row by row; never holds more than two rows. */
public final class PngWriter implements Closeable {
  private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final int CHUNK = 1 << 16;

  /** The format of a pixel, 8 bits a sample. */
  public enum Pixels {
    GREY(0, 1),
    RGB(2, 3);

    private final int colourType;
    private final int bytes;

    Pixels(int colourType, int bytes) {
      this.colourType = colourType;
      this.bytes = bytes;
    }
  }

  private final DataOutputStream out;
  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
  private final DeflaterOutputStream deflated;
  private final Pixels pixels;
  private final int height;
  private byte[] above;
  private final byte[][] candidates;
  private int rows;

  public PngWriter(Path file, int width, int height, Pixels pixels) throws IOException {
    this.pixels = pixels;
    this.height = height;
    this.above = new byte[width * pixels.bytes];
    this.candidates = new byte[PngFilter.PAETH + 1][above.length];
    this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), CHUNK));
    out.write(SIGNATURE);
    final ByteBuffer head = ByteBuffer.allocate(13).putInt(width).putInt(height);
    head.put((byte) 8).put((byte) pixels.colourType).put(new byte[3]);
    chunk("IHDR", head.array(), head.capacity());
    this.deflated = new DeflaterOutputStream(new PixelChunks(), deflater, CHUNK);
  }

  /** The next row, from the top. */
  public void row(byte[] samples) throws IOException {
    if (samples.length != above.length || rows == height) {
      throw new IllegalArgumentException("not a row of this picture");
    }
    final int filter = filter(samples);
    deflated.write(filter);
    deflated.write(candidates[filter]);
    above = samples.clone();
    rows++;
  }

  /**
   * Computes the candidates; the one with the least sum of magnitudes is chosen, as the
   * specification advises.
   */
  private int filter(byte[] samples) {
    int best = 0;
    long least = Long.MAX_VALUE;
    for (int filter = 0; filter < candidates.length; filter++) {
      final byte[] coded = candidates[filter];
      long sum = 0;
      for (int i = 0; i < coded.length; i++) {
        final int before = i - pixels.bytes;
        final int left = before < 0 ? 0 : samples[before] & 255;
        final int corner = before < 0 ? 0 : above[before] & 255;
        coded[i] = (byte) (samples[i] - PngFilter.predict(filter, left, above[i] & 255, corner));
        sum += Math.abs(coded[i]);
      }
      if (sum < least) {
        least = sum;
        best = filter;
      }
    }
    return best;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      if (rows < height) {
        throw new IOException("the picture has " + rows + " of its " + height + " rows");
      }
      deflated.finish();
      deflated.flush();
      chunk("IEND", new byte[0], 0);
    } finally {
      deflater.end();
    }
  }

  private void chunk(String type, byte[] content, int length) throws IOException {
    final byte[] name = type.getBytes(StandardCharsets.ISO_8859_1);
    final CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(content, 0, length);
    out.writeInt(length);
    out.write(name);
    out.write(content, 0, length);
    out.writeInt((int) crc.getValue());
  }

  /** Collects compressed bytes into chunks of a reasonable size. */
  private final class PixelChunks extends OutputStream {
    private final ByteArrayOutputStream gathered = new ByteArrayOutputStream(CHUNK);

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      gathered.write(bytes, offset, length);
      if (gathered.size() >= CHUNK) {
        flush();
      }
    }

    @Override
    public void flush() throws IOException {
      if (gathered.size() > 0) {
        chunk("IDAT", gathered.toByteArray(), gathered.size());
        gathered.reset();
      }
    }
  }
}
