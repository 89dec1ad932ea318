package io.lull.apps.picture;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipException;

/** The chunks of a PNG file after its signature, each checked against its checksum. */
final class PngChunks {
  /** Only pixels come in longer chunks, and those are read as a stream. */
  private static final int LONGEST_IN_MEMORY = 1 << 20;

  private final CRC32 crc = new CRC32();
  private final DataInputStream in;
  private int length;
  private int left;

  PngChunks(InputStream in) {
    this.in = new DataInputStream(new CheckedInputStream(in, crc));
  }

  /** Advances to the next chunk; the one before must have been read or skipped. */
  String next() throws IOException {
    length = in.readInt();
    if (length < 0) {
      throw new ZipException("chunk of negative length");
    }
    left = length;
    crc.reset();
    final byte[] type = new byte[4];
    in.readFully(type);
    return new String(type, StandardCharsets.ISO_8859_1);
  }

  int length() {
    return length;
  }

  byte[] content() throws IOException {
    if (length > LONGEST_IN_MEMORY) {
      throw new ZipException("chunk of " + length + " bytes");
    }
    final byte[] content = new byte[length];
    in.readFully(content);
    left = 0;
    check();
    return content;
  }

  void skip() throws IOException {
    // Read, not skipped, so that the checksum includes every byte.
    final byte[] buffer = new byte[8192];
    while (left > 0) {
      final int n = in.read(buffer, 0, Math.min(buffer.length, left));
      if (n < 0) {
        throw new EOFException("inside a chunk");
      }
      left -= n;
    }
    check();
  }

  private void check() throws IOException {
    final int sum = (int) crc.getValue();
    if (in.readInt() != sum) {
      throw new ZipException("wrong checksum of a chunk");
    }
  }

  /** The content of this chunk and of all following chunks with pixels. */
  InputStream pixelStream() {
    return new InputStream() {
      private boolean ended;

      @Override
      public int read() throws IOException {
        final byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
      }

      @Override
      public int read(byte[] bytes, int offset, int count) throws IOException {
        while (left == 0 && !ended) {
          check();
          ended = !next().equals("IDAT");
        }
        if (ended) {
          return -1;
        }
        final int n = in.read(bytes, offset, Math.min(count, left));
        if (n < 0) {
          throw new EOFException("inside the pixels");
        }
        left -= n;
        return n;
      }
    };
  }
}
