package io.lull.reconfig.forkjoin;

import com.google.protobuf.ByteString;
import io.lull.reconfig.numeric.ExactSum;
import java.nio.ByteBuffer;

/** What loops give, as bytes that are recorded for workers that join. */
final class Recorded {
  private Recorded() {}

  static ByteString of(double number) {
    return of(Double.doubleToRawLongBits(number));
  }

  static ByteString of(long number) {
    return ByteString.copyFrom(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
  }

  static ByteString of(ExactSum sum) {
    final long[] longs = sum.toLongs();
    final ByteBuffer bytes = ByteBuffer.allocate(longs.length * Long.BYTES);
    bytes.asLongBuffer().put(longs);
    return ByteString.copyFrom(bytes);
  }

  static double number(ByteString recorded) {
    return recorded.asReadOnlyByteBuffer().getDouble();
  }

  static long whole(ByteString recorded) {
    return recorded.asReadOnlyByteBuffer().getLong();
  }

  static ExactSum sum(ByteString recorded) {
    return ExactSum.ofLongs(recorded.asReadOnlyByteBuffer().asLongBuffer());
  }
}
