package io.lull.agent.parity;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** A block of parity, with the checksums of its sources. */
final class ParityRecord {
  private final long[] words;
  private final int[] checksums;

  /**
   * @param words the block; not copied
   * @param checksums of the same block in each column's segment; not copied
   */
  ParityRecord(long[] words, int[] checksums) {
    this.words = words;
    this.checksums = checksums;
  }

  long[] words() {
    return words;
  }

  int[] checksums() {
    return checksums;
  }

  ByteBuffer bytes() {
    final int length = words.length * Long.BYTES;
    final ByteBuffer out =
        ByteBuffer.allocate(length + (checksums.length + 1) * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.asLongBuffer().put(words);
    out.position(length);
    for (final int checksum : checksums) {
      out.putInt(checksum);
    }
    final ByteBuffer before = out.duplicate().flip();
    return out.putInt(ParityFormat.checksum(before)).flip();
  }

  /** Empty if it does not match its checksum. */
  static Optional<ParityRecord> parse(ByteBuffer bytes, int blockBytes, int columns) {
    final ByteBuffer in = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    final int summed = blockBytes + columns * Integer.BYTES;
    if (in.remaining() != summed + Integer.BYTES
        || ParityFormat.checksum(in.slice(0, summed)) != in.getInt(summed)) {
      return Optional.empty();
    }
    final int[] checksums = new int[columns];
    in.position(blockBytes).slice().order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(checksums);
    return Optional.of(new ParityRecord(words(in.slice(0, blockBytes), blockBytes), checksums));
  }

  /** A block as words, filled up with zeros. */
  static long[] words(ByteBuffer bytes, int blockBytes) {
    final ByteBuffer padded =
        bytes.remaining() == blockBytes
            ? bytes.slice()
            : ByteBuffer.allocate(blockBytes).put(bytes.duplicate()).clear();
    final long[] words = new long[blockBytes / Long.BYTES];
    padded.order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
    return words;
  }

  /** As the block is stored in its piece. */
  static ByteBuffer bytes(long[] words) {
    final ByteBuffer out =
        ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    out.asLongBuffer().put(words);
    return out;
  }
}
