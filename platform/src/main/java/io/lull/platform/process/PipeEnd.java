package io.lull.platform.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/** The agent's end of a pipe to a guest, made by the system's own calls. */
public interface PipeEnd {
  /** The limit of one call. */
  int LARGEST_PIECE_BYTES = 1 << 16;

  /** Waits for bytes; returns how many; 0 at the end. */
  int read(byte[] to) throws IOException;

  /** Returns how many bytes were written. */
  int write(byte[] from) throws IOException;

  void close();

  /** A stream that reads from it. */
  static InputStream input(PipeEnd end) {
    return new InputStream() {
      private final AtomicBoolean closed = new AtomicBoolean();

      @Override
      public int read() throws IOException {
        final byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] to, int offset, int length) throws IOException {
        if (length == 0) {
          return 0;
        }
        if (closed.get()) {
          throw new IOException("the guest's pipe is closed");
        }
        final byte[] piece = new byte[Math.min(length, LARGEST_PIECE_BYTES)];
        final int count = end.read(piece);
        System.arraycopy(piece, 0, to, offset, count);
        return count == 0 ? -1 : count;
      }

      @Override
      public void close() {
        if (!closed.getAndSet(true)) {
          end.close();
        }
      }
    };
  }

  /** A stream that writes to it. */
  static OutputStream output(PipeEnd end) {
    return new OutputStream() {
      private final AtomicBoolean closed = new AtomicBoolean();

      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] from, int offset, int length) throws IOException {
        int at = offset;
        while (at < offset + length) {
          if (closed.get()) {
            throw new IOException("the guest's pipe is closed");
          }
          final int piece = Math.min(LARGEST_PIECE_BYTES, offset + length - at);
          at += end.write(Arrays.copyOfRange(from, at, at + piece));
        }
      }

      @Override
      public void close() {
        if (!closed.getAndSet(true)) {
          end.close();
        }
      }
    };
  }
}
