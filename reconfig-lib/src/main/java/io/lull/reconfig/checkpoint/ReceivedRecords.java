package io.lull.reconfig.checkpoint;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The checksums of a copy's records, as they came. A later copy takes unchanged ones from the file
 * of this one; what the disk, or somebody else, has changed there since must not get into it. A
 * record's last bytes are its own checksum, and do not count: a content with its checksum after it
 * always has the same checksum.
 */
final class ReceivedRecords {
  /** Of so many records at most the checksums are known, so that a peer cannot fill the memory. */
  static final int MOST_RECORDS = 1 << 16;

  private final Map<Long, Long> checksums = new HashMap<>();
  private boolean allKnown = true;

  /** One that arrives in parts. */
  final class Arriving {
    private final CRC32C checksum = new CRC32C();
    private final long offset;
    private long left;

    private Arriving(long offset, long bytes) {
      this.offset = offset;
      this.left = bytes - Integer.BYTES;
    }

    void add(ByteBuffer part) {
      final int counted = Math.clamp(left, 0, part.remaining());
      checksum.update(part.slice(part.position(), counted));
      left -= counted;
    }

    /** All of it is there. */
    void end() {
      if (checksums.size() < MOST_RECORDS) {
        checksums.put(offset, checksum.getValue());
      } else {
        allKnown = false;
      }
    }

    /** Whether it is the one that came to that place of another copy. */
    boolean isSame(ReceivedRecords others, long otherOffset) {
      return Long.valueOf(checksum.getValue()).equals(others.checksums.get(otherOffset));
    }
  }

  /** Whether a later copy can take records from this one. */
  boolean areAllKnown() {
    return allKnown;
  }

  /**
   * The next one.
   *
   * @param offset in the copy
   */
  Arriving next(long offset, long bytes) {
    return new Arriving(offset, bytes);
  }
}
