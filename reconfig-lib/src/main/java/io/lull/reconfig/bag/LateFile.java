package io.lull.reconfig.bag;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file, with the folders above it, that is made when something is written to it. */
final class LateFile extends OutputStream {
  private final Path file;
  private @Nullable OutputStream out;
  private boolean closed;

  LateFile(Path file) {
    this.file = file;
  }

  synchronized boolean begun() {
    return out != null;
  }

  @Override
  public synchronized void write(int one) throws IOException {
    open().write(one);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    if (length > 0) {
      open().write(bytes, offset, length);
    }
  }

  @Override
  public synchronized void flush() throws IOException {
    if (out != null && !closed) {
      out.flush();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      if (out != null) {
        out.close();
      }
    }
  }

  private OutputStream open() throws IOException {
    if (closed) {
      throw new IOException("the task has ended");
    }
    if (out == null) {
      Files.createDirectories(file.toAbsolutePath().getParent());
      out = new BufferedOutputStream(Files.newOutputStream(file));
    }
    return out;
  }
}
