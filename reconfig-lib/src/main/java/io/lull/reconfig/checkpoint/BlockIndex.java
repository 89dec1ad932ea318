package io.lull.reconfig.checkpoint;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;

/** The numbers and tags of an encrypted piece's blocks, which follow them in its file. */
final class BlockIndex {
  private static final int ENTRY_BYTES = Long.BYTES + BlockCipher.TAG_BYTES;

  /** The entries, the authentication code, the checksum. */
  private final ByteBuffer all;

  private BlockIndex(ByteBuffer all) {
    this.all = all.order(ByteOrder.LITTLE_ENDIAN);
  }

  static BlockIndex empty(int blocks) {
    return new BlockIndex(ByteBuffer.allocate(Math.toIntExact(bytes(blocks))));
  }

  /**
   * @param all of it, its checksum verified
   */
  static BlockIndex read(ByteBuffer all) {
    return new BlockIndex(all);
  }

  /**
   * How long it is.
   *
   * @throws ArithmeticException when that is longer than a file
   */
  static long bytes(long blocks) {
    return Math.addExact(
        Math.multiplyExact(blocks, ENTRY_BYTES), BlockCipher.MAC_BYTES + Integer.BYTES);
  }

  void set(int block, long number, ByteBuffer tag) {
    all.putLong(block * ENTRY_BYTES, number);
    all.put(block * ENTRY_BYTES + Long.BYTES, tag, 0, BlockCipher.TAG_BYTES);
  }

  long number(int block) {
    return all.getLong(block * ENTRY_BYTES);
  }

  ByteBuffer tag(int block) {
    return all.slice(block * ENTRY_BYTES + Long.BYTES, BlockCipher.TAG_BYTES);
  }

  private ByteBuffer entries() {
    return all.slice(0, all.capacity() - BlockCipher.MAC_BYTES - Integer.BYTES);
  }

  /** With the authentication code of all entries and of the header, and the checksum. */
  ByteBuffer encoded(BlockCipher cipher, ByteString header) {
    final ByteBuffer entries = entries();
    all.put(entries.capacity(), cipher.mac(header, entries));
    final int end = all.capacity() - Integer.BYTES;
    all.putInt(end, Checksum.of(all.slice(0, end)));
    return all.duplicate();
  }

  /** Whether it, and the header, are those that the holder of the key wrote. */
  boolean authentic(BlockCipher cipher, ByteString header) {
    final ByteBuffer entries = entries();
    final byte[] mac = new byte[BlockCipher.MAC_BYTES];
    all.get(entries.capacity(), mac);
    return MessageDigest.isEqual(mac, cipher.mac(header, entries));
  }
}
