package io.lull.apps.numbers;

import io.lull.reconfig.Results;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of little-endian doubles, row after row. */
public final class NumberFile implements Results.DoubleRows {
  private static final int BUFFER_BYTES = 1 << 20;

  private final OutputStream out;

  public NumberFile(Path file) throws IOException {
    this.out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
  }

  @Override
  public void row(long row, double[] values) throws IOException {
    final ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    out.write(bytes.array());
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
