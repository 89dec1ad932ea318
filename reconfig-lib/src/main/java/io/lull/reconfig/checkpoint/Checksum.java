package io.lull.reconfig.checkpoint;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** What finds damage, by a disk or on the way; not what finds forgery. */
final class Checksum {
  private Checksum() {}

  /** Of what remains; it still remains afterwards. */
  static int of(ByteBuffer bytes) {
    final CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }
}
