package io.lull.agent.control;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Refuses to read more than a message's maximum. */
final class BoundedInput extends FilterInputStream {
  private long left;

  BoundedInput(InputStream in, long limitBytes) {
    super(in);
    this.left = limitBytes;
  }

  @Override
  public int read() throws IOException {
    final int value = super.read();
    if (value >= 0) {
      count(1);
    }
    return value;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    final int read = super.read(bytes, offset, length);
    count(Math.max(0, read));
    return read;
  }

  private void count(int read) throws IOException {
    left -= read;
    if (left < 0) {
      throw new IOException("the message is too long");
    }
  }
}
