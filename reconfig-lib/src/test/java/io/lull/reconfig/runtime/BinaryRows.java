package io.lull.reconfig.runtime;

import io.lull.reconfig.Results;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of cells of any kind. */
final class BinaryRows
    implements Results.DoubleRows,
        Results.FloatRows,
        Results.LongRows,
        Results.IntRows,
        Results.RecordRows {
  private final DataOutputStream out;

  BinaryRows(Path file) throws IOException {
    out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
  }

  @Override
  public void row(long row, double[] values) throws IOException {
    for (final double each : values) {
      out.writeDouble(each);
    }
  }

  @Override
  public void row(long row, float[] values) throws IOException {
    for (final float each : values) {
      out.writeFloat(each);
    }
  }

  @Override
  public void row(long row, long[] values) throws IOException {
    for (final long each : values) {
      out.writeLong(each);
    }
  }

  @Override
  public void row(long row, int[] values) throws IOException {
    for (final int each : values) {
      out.writeInt(each);
    }
  }

  @Override
  public void row(long row, ByteBuffer records) throws IOException {
    final byte[] bytes = new byte[records.remaining()];
    records.get(bytes);
    out.write(bytes);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
